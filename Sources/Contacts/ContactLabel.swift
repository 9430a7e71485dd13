/// The names of a contact's properties, for people to read.
package enum ContactLabel: String, CaseIterable, Sendable {
  case name, title, generation, initials, nickname, yomi
  case email, mobile, businessPhone, homePhone, businessAddress, homeAddress, otherAddress
  case company, department, office, jobTitle, profession, manager, assistant
  case birthday, spouse, children, webPage, chat, note, categories, folder

  /// The label in a language (ISO 639); in English where the table has no such language.
  package func text(language: String?) -> String {
    let column = language.flatMap(Self.languages.firstIndex) ?? 0
    return Self.table[self]?[column] ?? rawValue
  }

  /// The languages that labels come in.
  package static let languages = ["en", "de", "es", "fr", "pl"]

  private static let table: [ContactLabel: [String]] = [
    .name: ["Name", "Name", "Nombre", "Nom", "Imię i nazwisko"],
    .title: ["Title", "Titel", "Título", "Titre", "Tytuł"],
    .generation: ["Suffix", "Namenszusatz", "Sufijo", "Suffixe", "Przyrostek"],
    .initials: ["Initials", "Initialen", "Iniciales", "Initiales", "Inicjały"],
    .email: ["E-mail", "E-Mail", "Correo", "E-mail", "E-mail"],
    .mobile: ["Mobile", "Mobil", "Móvil", "Mobile", "Komórka"],
    .businessPhone: [
      "Work phone", "Telefon (Arbeit)", "Tel. trabajo", "Tél. prof.", "Tel. służbowy",
    ],
    .homePhone: ["Home phone", "Telefon (privat)", "Tel. casa", "Tél. domicile", "Tel. domowy"],
    .businessAddress: ["Work", "Arbeit", "Trabajo", "Travail", "Praca"],
    .homeAddress: ["Home", "Privat", "Casa", "Domicile", "Dom"],
    .otherAddress: ["Other", "Andere", "Otra", "Autre", "Inny"],
    .company: ["Company", "Firma", "Empresa", "Société", "Firma"],
    .department: ["Department", "Abteilung", "Departamento", "Service", "Dział"],
    .office: ["Office", "Büro", "Oficina", "Bureau", "Biuro"],
    .jobTitle: ["Job title", "Position", "Cargo", "Fonction", "Stanowisko"],
    .profession: ["Profession", "Beruf", "Profesión", "Profession", "Zawód"],
    .manager: ["Manager", "Vorgesetzt", "Jefe", "Responsable", "Przełożony"],
    .assistant: ["Assistant", "Assistenz", "Asistente", "Assistance", "Asystent"],
    .birthday: ["Birthday", "Geburtstag", "Cumpleaños", "Anniversaire", "Urodziny"],
    .spouse: ["Spouse", "Partner", "Cónyuge", "Conjoint", "Małżonek"],
    .children: ["Children", "Kinder", "Hijos", "Enfants", "Dzieci"],
    .webPage: ["Web page", "Webseite", "Página web", "Page web", "Strona WWW"],
    .chat: ["Chat", "Chat", "Chat", "Messagerie", "Czat"],
    .note: ["Note", "Notiz", "Nota", "Note", "Notatka"],
    .categories: ["Categories", "Kategorien", "Categorías", "Catégories", "Kategorie"],
    .folder: ["Folder", "Ordner", "Carpeta", "Dossier", "Folder"],
    .nickname: ["Nickname", "Spitzname", "Apodo", "Surnom", "Pseudonim"],
    .yomi: ["Reading", "Lesung", "Lectura", "Lecture", "Wymowa"],
  ]
}
