/// A delegated permission that an app registration can list: its name, its id, and what it allows.
///
/// Source: Microsoft Graph, "Permissions reference". The id is that of the delegated form; the
/// application permission of the same name has another one and lets a program act without a person.
package struct GraphPermission: Sendable, Hashable {
  package let name: String
  /// A GUID in lower case, as `resourceAccess` of a registration holds it.
  package let id: String
  /// One plain sentence for whoever has to consent; its subject is graphcal.
  package let meaning: String

  /// The application that Microsoft Graph is in every tenant.
  package static let resourceID = "00000003-0000-0000-c000-000000000000"

  /// The permission that a scope means, in any letter case and also as an address of Graph.
  package static func named(_ scope: String) -> GraphPermission? {
    let name = Scopes.normalized(scope)
    return all.first { $0.name.lowercased() == name }
  }

  /// Everything that graphcal may ask for.
  package static let all = [
    GraphPermission(
      name: "User.Read", id: "e1fe6dd8-ba31-4d61-89e7-88639da4683d",
      meaning: "Sees the name and mail address of the person who signs in."),
    GraphPermission(
      name: "User.ReadBasic.All", id: "b340eb25-3456-403f-be2f-af7a0d370277",
      meaning: "Sees the names and mail addresses of colleagues."),
    GraphPermission(
      name: "MailboxSettings.Read", id: "87f447af-9fa4-4c32-9dfa-4a57a73d18ce",
      meaning: "Reads the mailbox's time zone, language and working hours."),
    GraphPermission(
      name: "MailboxSettings.ReadWrite", id: "818c620a-27a9-40bd-a6a5-d96f7d610b4b",
      meaning: "Reads and changes the mailbox's time zone, working hours and automatic replies."),
    GraphPermission(
      name: "Calendars.Read", id: "465a38f9-76ea-45b9-9f34-9e8b0d4b0b42",
      meaning: "Reads the person's calendars."),
    GraphPermission(
      name: "Calendars.ReadWrite", id: "1ec239c2-d7c9-4623-a91a-a9775856bb36",
      meaning: "Reads the person's calendars, and adds, changes and deletes events in them."),
    GraphPermission(
      name: "Calendars.Read.Shared", id: "2b9c4092-424d-4249-948d-b43879977640",
      meaning: "Reads calendars that others have shared with the person."),
    GraphPermission(
      name: "Calendars.ReadWrite.Shared", id: "12466101-c9b8-439a-8589-dd09ee67e8e9",
      meaning: "Reads and changes calendars that others have shared with the person."),
    GraphPermission(
      name: "Contacts.Read", id: "ff74d97f-43af-4b68-9f2a-b77ee6968c5d",
      meaning: "Reads the person's contacts."),
    GraphPermission(
      name: "Contacts.ReadWrite", id: "d56682ec-c09e-4743-aaf4-1a3aac4caa21",
      meaning: "Reads the person's contacts, and adds, changes and deletes them."),
    GraphPermission(
      name: "Contacts.Read.Shared", id: "242b9d9e-ed24-4d09-9a52-f43769beb9d4",
      meaning: "Reads contacts that others have shared with the person."),
    GraphPermission(
      name: "Contacts.ReadWrite.Shared", id: "afb6c84b-06be-49af-80bb-8f3f77004eab",
      meaning: "Reads and changes contacts that others have shared with the person."),
    GraphPermission(
      name: "People.Read", id: "ba47897c-39ec-4d83-8086-ee8256fa737d",
      meaning: "Reads the list of people the person has to do with, to complete names."),
    GraphPermission(
      name: "Place.Read.All", id: "cb8f45a0-5c2e-4ea1-b803-84b870a7d7ec",
      meaning: "Reads the list of the organisation's rooms."),
    GraphPermission(
      name: "offline_access", id: "7427e0e9-2fba-42fe-b0c0-848c9e6a8182",
      meaning: "Stays signed in until the person signs out or the sign-in is revoked."),
    GraphPermission(
      name: "openid", id: "37f7f235-527c-4136-accd-4a02d197296e",
      meaning: "Learns which account has signed in."),
    GraphPermission(
      name: "profile", id: "14dad69e-099b-42c9-810b-d002981feec1",
      meaning: "Learns the name and ids of that account."),
  ]
}
