import Cards
import Contacts
import GraphAPI
import JSON

/// What is to become of one contact of a file.
struct PlannedContact: Sendable {
  enum Deed: Sendable {
    /// A new contact of these properties.
    case create(JSONObject)
    /// Properties that change of a contact as it was read.
    case update(JSONObject, base: JSONObject)
    /// It is so already.
    case unchanged
    /// It is left alone, for this reason.
    case skipped(String)
    case refused(String)
  }

  /// The line of the file it begins on.
  var line: Int
  var uid: String?
  var title = ""
  var deed: Deed
  /// The contact that is there already.
  var id: String?
  /// A picture that it is to have; nil for one that it has, and for none.
  var photo: [UInt8]?
  /// Whether it has another one now.
  var hasOldPhoto = false
  /// Whether its picture is to go.
  var losesPhoto = false
  var notes: [ImportRow.Note] = []

  init(line: Int, deed: Deed) {
    self.line = line
    self.deed = deed
  }

  /// Whether nothing is to be sent for it.
  var isSettled: Bool {
    switch deed {
    case .create, .update: false
    case .unchanged: photo == nil && !losesPhoto
    case .skipped, .refused: true
    }
  }

  /// The words for the parts that change.
  var changes: [String] {
    var names: [String] = []
    if case .update(let wanted, _) = deed {
      names = wanted.keys.sorted().filter { $0 != "singleValueExtendedProperties" }
        .map(ContactWords.label)
    }
    if case .create = deed { return [] }
    return names + (photo == nil && !losesPhoto ? [] : ["photo"])
  }
}

/// Decides what is to become of the contacts of a file; asks nobody and sends nothing.
struct ContactPlanner {
  let index: ContactIndex
  let habits: ContactHabits
  /// The other form in which the file could have what is there, to know what it has no words for.
  let carried: @Sendable (Contact) -> Contact?

  /// The identities that the file has had so far, with their lines.
  private var lines: [String: Int] = [:]
  /// What was made of cards without an identity.
  private var made: Set<[UInt8]> = []

  init(
    index: ContactIndex, habits: ContactHabits,
    carried: @escaping @Sendable (Contact) -> Contact?
  ) {
    self.index = index
    self.habits = habits
    self.carried = carried
  }

  mutating func plan(_ item: ContactFileItem) -> PlannedContact {
    switch item {
    case .refused(_, let line, let reason):
      return PlannedContact(line: line, deed: .refused(reason))
    case .contact(let read):
      var planned = PlannedContact(line: read.line, deed: .unchanged)
      planned.uid = read.uid
      planned.title = read.contact.title(habits.nameOrder)
      planned.notes = read.remarks.map(Self.note)
      planned.photo = read.photo
      decide(read, &planned)
      switch planned.deed {
      case .skipped, .refused: planned.photo = nil
      case .create, .update, .unchanged: break
      }
      return planned
    }
  }

  private static func note(_ remark: ContactRemark) -> ImportRow.Note {
    let value = remark.value.isEmpty ? Optional.none : remark.value
    if remark.isInNote {
      return ImportRow.Note("\(remark.what) goes into the note", value: value)
    }
    let reason = remark.reason.map { " (\($0))" } ?? ""
    return ImportRow.Note("\(remark.what) is left out\(reason)", value: value)
  }

  private mutating func decide(_ read: ReadContact, _ planned: inout PlannedContact) {
    // Everything is known of a contact that was read from a file.
    guard let wanted = try? read.contact.creationBody().object else { return }
    guard let uid = read.uid, !uid.isEmpty else {
      return decideByName(read, wanted, &planned)
    }
    if let line = lines.updateValue(read.line, forKey: uid.lowercased()) {
      lines[uid.lowercased()] = line
      planned.deed = .skipped("the file has this UID on line \(line) already; the first one counts")
      return
    }
    if let old = index.contact(uid: uid) {
      planned.id = old["id"]?.string
      let changes = changes(of: wanted, from: old)
      if !changes.isEmpty { planned.deed = .update(changes, base: old) }
      return
    }
    let twin = index.contacts(named: planned.title).first {
      ContactIdentity.source(of: $0) == nil && isTwin(wanted, $0)
    }
    if let twin {
      planned.id = twin["id"]?.string
      planned.deed = .skipped("the very same contact is there already, without this UID")
      return
    }
    planned.deed = .create(
      ExtendedProperties.adding(uid, for: ExtendedProperties.sourceUID, to: wanted))
  }

  private mutating func decideByName(
    _ read: ReadContact, _ wanted: JSONObject, _ planned: inout PlannedContact
  ) {
    let candidates = index.contacts(named: planned.title)
    if let same = candidates.first(where: { changes(of: wanted, from: $0).isEmpty }) {
      planned.id = same["id"]?.string
      let isByNameAlone = Set(wanted.keys).isSubset(of: Self.nameMembers)
      if isByNameAlone {
        planned.deed = .skipped("somebody of this name is there already, and the file says no more")
      }
      return
    }
    if let known = candidates.first(where: { Self.shareReach($0, read.contact) }) {
      planned.id = known["id"]?.string
      let names = changes(of: wanted, from: known).keys.sorted().map(ContactWords.label)
      planned.deed = .skipped(
        "somebody of this name and address or number is there already, and differs in "
          + names.joined(separator: ", "))
      return
    }
    guard made.insert(JSON.object(wanted).bytes(.wire)).inserted else {
      planned.deed = .skipped("the file has the same contact twice")
      return
    }
    if let namesake = candidates.first?["id"]?.string {
      planned.notes.append(
        ImportRow.Note(
          "somebody of this name is there already; graphcal duplicates compares them",
          value: ContactIdentity.own(namesake).split(separator: "@").first.map(String.init)))
    }
    planned.deed = .create(wanted)
  }

  private static let nameMembers: Set<String> = Set(
    ContactChanges.nameParts + ["displayName", "fileAs"])

  /// The members that the file has otherwise; what it does not speak of stays.
  private func changes(of card: JSONObject, from old: JSONObject) -> JSONObject {
    var wanted = card
    if let mails = card["emailAddresses"] { wanted["emailAddresses"] = named(mails, as: old) }
    var changes = wanted.members.filter { differs($0.key, wanted, old) }.map { ($0.key, $0.value) }
    if !changes.isEmpty, let contact = Contact(graph: .object(whole(old))),
      let carried = carried(contact), let read = try? carried.creationBody().object
    {
      // What the file has no words for is no difference.
      changes.removeAll { !differs($0.0, wanted, read) }
    }
    var body = JSONObject(changes)
    let touchesName = ContactChanges.nameParts.contains { body[$0] != nil }
    if touchesName, body["displayName"] == nil, let shown = old["displayName"] {
      body["displayName"] = shown
    }
    for name in ["businessAddress", "homeAddress", "otherAddress"] {
      if let address = body[name] { body[name] = ContactCopy.address(address) }
    }
    return body
  }

  /// Addresses for which the file has no name, with those that the contact has for them.
  private func named(_ mails: JSON, as old: JSONObject) -> JSON {
    let known = old["emailAddresses"]?.array ?? []
    return .array(
      (mails.array ?? []).map { mail in
        guard mail["name"] == nil, let address = mail["address"]?.string else { return mail }
        return known.first { $0["address"]?.string == address && $0["name"] != nil } ?? mail
      })
  }

  private func differs(_ name: String, _ left: JSONObject, _ right: JSONObject) -> Bool {
    ContactChanges.normal(name, of: left) != ContactChanges.normal(name, of: right)
  }

  /// A resource with the members that are empty in it and were not kept.
  private func whole(_ packed: JSONObject) -> JSONObject {
    var whole = packed
    for name in ContactCopy.properties where whole[name] == nil { whole[name] = JSON.null }
    return whole
  }

  /// Whether neither says anything that the other does not.
  private func isTwin(_ wanted: JSONObject, _ old: JSONObject) -> Bool {
    guard changes(of: wanted, from: old).isEmpty else { return false }
    return ContactChanges.stored.allSatisfy { name in
      // What it is filed as is made by the service.
      name == "fileAs" || ContactChanges.normal(name, of: old).isNull || wanted[name] != nil
    }
  }

  /// Whether two have a mail address or a number in common.
  private static func shareReach(_ old: JSONObject, _ contact: Contact) -> Bool {
    let addresses = Set((contact.emails.ifKnown ?? []).map { $0.address.lowercased() })
    let theirs = (old["emailAddresses"]?.array ?? []).compactMap { $0["address"]?.string }
    if theirs.contains(where: { addresses.contains($0.lowercased()) }) { return true }
    let numbers =
      [old["mobilePhone"]?.string].compactMap(\.self)
      + ["businessPhones", "homePhones"].flatMap {
        (old[$0]?.array ?? []).compactMap(\.string)
      }
    return (contact.phones.ifKnown ?? []).contains { phone in
      numbers.contains { PhoneNumber($0).isSameLine(as: phone.number) }
    }
  }
}
