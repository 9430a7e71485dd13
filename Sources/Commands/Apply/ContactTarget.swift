import Contacts
import GraphAPI
import HTTP
import JSON
import Store

/// Contacts, as changes are applied to them.
struct ContactTarget: ChangeTarget {
  var session: Session
  var habits: ContactHabits
  /// All folders where a line names one; else none is known.
  var folders: [ContactFolder] = []
  /// Where the lines make their contacts, by their numbers; the default folder without.
  var places: [Int: ContactFolder] = [:]

  func reading(_ id: String) -> GraphRequest { ContactRequests.contact(id: id) }

  func creation(_ line: ChangeLine, key: String) -> GraphRequest {
    var body = resolved(line, nil).filtered { !$0.value.isNull }
    if body["displayName"] == nil {
      // What the service would make up does not know the order of names.
      let title = title(body)
      if !title.isEmpty { body["displayName"] = .string(title) }
    }
    return ContactRequests.create(
      .object(ContactRequests.keyed(body, key)), in: place(of: line))
  }

  func update(_ id: String, _ changes: JSONObject, etag: String?) -> GraphRequest {
    ContactRequests.update(id: id, .object(changes), etag: etag)
  }

  func deletion(_ id: String, etag: String?) -> GraphRequest {
    ContactRequests.delete(id: id, etag: etag)
  }

  func difference(_ line: ChangeLine, from item: JSONObject?) -> ChangeDifference {
    var difference = ChangeDifference()
    for (name, value) in resolved(line, item) {
      let old = item.map { ContactChanges.normal(name, of: $0) } ?? .null
      if value == old { continue }
      difference.changes[name] = Self.sent(name, value)
      difference.fields.append(
        ChangeDifference.Field(name: name, old: ChangeWords.of(old), new: ChangeWords.of(value)))
    }
    guard let item else { return difference }
    if ContactChanges.nameParts.contains(where: { difference.changes[$0] != nil }),
      difference.changes["displayName"] == nil, let shown = followed(item, difference.changes)
    {
      difference.changes["displayName"] = .string(shown)
    }
    difference.ignored = ignored(line, item)
    return difference
  }

  /// The name to show after a change of its parts: it follows where it was made of them.
  private func followed(_ item: JSONObject, _ changes: JSONObject) -> String? {
    var changed = item
    for (name, value) in changes { changed[name] = value }
    guard let old = Contact(graph: .object(item)), var new = Contact(graph: .object(changed)),
      (try? new.followName(from: old, order: habits.nameOrder)) != nil
    else { return item["displayName"]?.string }
    return new.displayName.ifKnown ?? nil
  }

  func made(of line: ChangeLine, key: String) async throws(GraphError) -> JSONObject? {
    let request = ContactRequests.made(with: key, in: place(of: line))
    return try await session.graph.list(request, limit: 1).items.first?.object
  }

  func title(_ item: JSONObject) -> String {
    var whole = item
    whole["id"] = whole["id"] ?? "new"
    // Parts of a name count only where all of them are known.
    for name in ContactChanges.nameParts where whole[name] == nil { whole[name] = .null }
    for name in ["displayName", "companyName", "emailAddresses", "mobilePhone"]
    where whole[name] == nil { whole[name] = .null }
    if let title = Contact(graph: .object(whole))?.title(habits.nameOrder), !title.isEmpty {
      return title
    }
    let others = ["companyName", "mobilePhone"].compactMap { whole[$0]?.string }
    return others.first ?? ChangeWords.of(whole["emailAddresses"] ?? .null) ?? ""
  }

  func known(_ id: String) -> StateStore.KnownItem {
    StateStore.KnownItem(id: id, kind: .contact, account: session.accountKey)
  }

  func mailed(_ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?) -> Int { 0 }

  func inverse(_ change: PreparedChange) -> JSONObject? {
    var line: JSONObject = ["kind": "contact"]
    line["id"] = change.id.map { .string($0) }
    line["etag"] = change.after?["@odata.etag"]
    switch (change.line.action, change.item) {
    case (.create, _):
      line["action"] = "delete"
      return line["id"] == nil ? nil : line
    case (.update, let item?):
      for name in change.difference.changes.keys {
        line[name] = ContactChanges.normal(name, of: item)
      }
      return line
    case (.delete, let item?):
      line["id"] = nil
      line["etag"] = nil
      line["graphcal"] = ["was": item["id"] ?? .null]
      let folder = folders.first { $0.id == item["parentFolderId"]?.string }
      if let id = folder?.id, folder?.isStandard == false { line["folder"] = .string(id) }
      for name in ContactChanges.stored {
        let value = ContactChanges.normal(name, of: item)
        if !value.isNull { line[name] = value }
      }
      return line
    default: return nil
    }
  }

  func refusal(
    _ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?
  ) -> Failure? {
    let wanted = resolved(line, item)
    let isFull = ["businessPhones", "homePhones"].contains { (wanted[$0]?.array?.count ?? 0) > 2 }
    return isFull ? Failure(.usage, "a contact keeps 2 numbers of a kind") : nil
  }

  private func place(of line: ChangeLine) -> ContactRequests.Folder {
    places[line.number]?.place ?? .standard
  }

  // MARK: Values

  /// What the line wants, addresses with the names that the contact has for them, and the number where
  /// the contact has its first one.
  private func resolved(_ line: ChangeLine, _ item: JSONObject?) -> JSONObject {
    var wanted = line.wanted
    if let mails = wanted["emailAddresses"]?.array {
      let own = item.flatMap { ContactChanges.normal("emailAddresses", of: $0).array } ?? []
      wanted["emailAddresses"] = .array(
        mails.map { mail in
          guard let address = mail.string else { return mail }
          let found = own.first {
            $0["address"]?.string?.lowercased() == address.lowercased()
          }
          var object = found?.object ?? [:]
          object["address"] = .string(address)
          return .object(object)
        })
    }
    // Of an address what is left out stays.
    for (name, value) in wanted where name.hasSuffix("Address") {
      guard let given = value.object,
        var address = item.flatMap({ ContactChanges.normal(name, of: $0).object })
      else { continue }
      for (part, text) in given { address[part] = text }
      wanted[name] = .object(address)
    }
    if let name = wanted["name"] {
      // As lists print it: the name to show, or what stands for it where there is none.
      wanted["name"] = nil
      let isShown = item.map { name.string == title($0) } ?? false
      if !isShown, wanted["displayName"] == nil { wanted["displayName"] = name }
    }
    if let phone = wanted["phone"] {
      wanted["phone"] = nil
      let name = Self.phoneProperty(of: item)
      if wanted[name] == nil {
        wanted[name] = name == "mobilePhone" ? phone : Self.numbers(phone)
      }
    }
    return wanted
  }

  /// The property whose value the column `phone` of a list shows.
  private static func phoneProperty(of item: JSONObject?) -> String {
    ["mobilePhone", "businessPhones", "homePhones"].first { name in
      item.map { !ContactChanges.normal(name, of: $0).isNull } ?? false
    } ?? "mobilePhone"
  }

  private static func numbers(_ phone: JSON) -> JSON {
    let numbers = (phone.string ?? "").split(separator: ";").map { MailAddress.trimmed($0) }
      .filter { !$0.isEmpty }
    return numbers.isEmpty ? .null : .array(numbers.map { .string($0) })
  }

  /// A value as an update sends it: what is taken away has to be said.
  private static func sent(_ name: String, _ value: JSON) -> JSON {
    if name.hasSuffix("Address"), !name.hasPrefix("email") {
      return .object(
        JSONObject(ContactChanges.postalParts.map { ($0, value[$0] ?? .null) }))
    }
    return value.isNull && lists.contains(name) ? [] : value
  }

  private static let lists: Set<String> = [
    "businessPhones", "categories", "children", "emailAddresses", "homePhones", "imAddresses",
  ]

  private func ignored(_ line: ChangeLine, _ item: JSONObject) -> [String] {
    var names: [String] = []
    let folder = folders.first { $0.id == item["parentFolderId"]?.string }
    for (name, value) in line.given where !value.isNull {
      switch name {
      case "graphcal":
        for (inner, text) in value.object ?? [:] where !text.isNull {
          switch inner {
          case "name" where text.string != title(item): names.append("graphcal.name")
          case "folder" where folder != nil && text.string != folder?.path:
            names.append("graphcal.folder")
          case "id" where text.string != item["id"]?.string.map(ShortID.of):
            names.append("graphcal.id")
          default: break
          }
        }
      case "folder":
        let isOwn =
          value.string == "" || folder == nil || value.string == folder?.path
          || value.string == folder?.name || value.string == folder?.id
        if !isOwn { names.append(name) }
      default: if let old = item[name], old != value { names.append(name) }
      }
    }
    return names
  }
}

extension JSONObject {
  /// The members that pass.
  func filtered(_ isIncluded: (Member) -> Bool) -> JSONObject {
    JSONObject(members.filter(isIncluded).map { ($0.key, $0.value) })
  }
}
