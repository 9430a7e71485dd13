import JSON

/// Attachments as items below their event.
///
/// An occurrence has those of its series, until one of its own is added or taken away: from then on it
/// keeps copies.
extension Mailbox {
  private static let ownMark = MailboxItem.hiddenPrefix + "ownAttachments"
  /// In a copy: the number of the attachment that it was made of.
  private static let originMark = MailboxItem.hiddenPrefix + "origin"
  private static let lengthMark = MailboxItem.hiddenPrefix + "length"

  // MARK: Reading

  /// The item below which the attachments of an event lie.
  func attachmentHolder(
    of event: EventInstance, _ reader: EventReader
  ) throws(GraphError) -> MailboxItem {
    let item = try reader.item(event.number)
    guard event.kind == .exception, item.document[Self.ownMark] == nil, let series = event.series
    else { return item }
    return try reader.item(series)
  }

  /// The attachments of an event in the order they were added.
  func attachments(
    of event: EventInstance, _ reader: EventReader
  ) throws(GraphError) -> [MailboxItem] {
    try items(.attachment, in: try attachmentHolder(of: event, reader).number)
  }

  /// An attachment as answers write it; `withContent` brings a file's bytes.
  func attachmentJSON(
    _ item: MailboxItem, withContent: Bool = false, withItem: Bool = false
  ) throws(GraphError) -> JSON {
    let document = item.document
    let type = document["@odata.type"] ?? .null
    var answer: JSONObject = ["@odata.type": type]
    let kind = AttachmentKind(type: type.string)
    if kind == .file { answer["@odata.mediaContentType"] = document["contentType"] ?? .null }
    answer["id"] = .string(id(of: item))
    answer["lastModifiedDateTime"] = .string(Timestamp.zulu(item.modified))
    answer["name"] = document["name"] ?? .null
    answer["contentType"] = document["contentType"] ?? .null
    answer["size"] = .number(size(of: item))
    answer["isInline"] = document["isInline"] ?? false
    switch kind {
    case .file:
      answer["contentId"] = document["contentId"] ?? .null
      answer["contentLocation"] = document["contentLocation"] ?? .null
      if withContent {
        answer["contentBytes"] = .string(Base64.text(try content(of: item) ?? [], alphabet: .plain))
      }
    case .item:
      if withItem { answer["item"] = .object(try itemJSON(of: item)) }
    case .reference, nil: break
    }
    return .object(answer)
  }

  /// The bytes of an attachment and what the service keeps beside them.
  ///
  /// The overhead is that of the documented answer: 178 bytes for a file `menu.txt` of 21.
  private func size(of item: MailboxItem) -> Int {
    let name = item.document["name"]?.string ?? ""
    let length = item.document[Self.lengthMark]?.int ?? 0
    return length + 141 + 2 * name.utf16.count
  }

  private func itemJSON(of item: MailboxItem) throws(GraphError) -> JSONObject {
    var writer = EventWriter(document: item.document["item"]?.object ?? [:], style: EventStyle())
    (writer.created, writer.modified) = (item.created, item.modified)
    var answer: JSONObject = ["@odata.type": "#microsoft.graph.event"]
    for (name, value) in try writer.written(zones: store.zones, quirks: store.quirks)
    where !name.hasPrefix("@") { answer[name] = value }
    return answer
  }

  // MARK: Writing

  /// Adds an attachment to one event, or to all of a series.
  @discardableResult
  func add(
    _ attachment: AttachmentBody, to event: EventInstance, _ reader: EventReader
  ) throws(GraphError) -> MailboxItem {
    let holder = try separateAttachments(of: event, reader)
    let added = try insert(attachment, in: holder)
    try noteAttachments(of: holder, reader)
    return added
  }

  private func insert(
    _ attachment: AttachmentBody, in holder: MailboxItem
  ) throws(GraphError) -> MailboxItem {
    var document = attachment.document
    document[Self.lengthMark] = .number(
      attachment.kind == .item
        ? JSON.object(document).bytes(.wire).count : attachment.content.count)
    return try insert(
      .attachment, in: holder.number, document, content: attachment.content,
      alphabet: holder.alphabet)
  }

  /// Takes an attachment away from one event, or from all of a series.
  func remove(
    _ attachment: MailboxItem, of event: EventInstance, _ reader: EventReader
  ) throws(GraphError) {
    let before = try attachments(of: event, reader)
    let holder = try separateAttachments(of: event, reader)
    let after = try items(.attachment, in: holder.number)
    // Copies of an occurrence that has just got its own stand in the order of the originals.
    guard let place = before.firstIndex(where: { $0.number == attachment.number }),
      after.indices.contains(place)
    else { throw .itemNotFound }
    try delete(after[place])
    try noteAttachments(of: holder, reader)
  }

  /// The item below which this event's attachments are its own.
  private func separateAttachments(
    of event: EventInstance, _ reader: EventReader
  ) throws(GraphError) -> MailboxItem {
    let holder = try attachmentHolder(of: event, reader)
    guard let series = event.series, let day = event.day, holder.number == series else {
      return holder
    }
    let exception = try changeOccurrence(
      day, of: holder, overrides: [Self.ownMark: true], reader: reader)
    for attachment in try items(.attachment, in: series) {
      try copy(attachment, to: exception, from: self)
    }
    return exception
  }

  /// Keeps `hasAttachments`, which pictures inside the body do not count for, right.
  private func noteAttachments(of holder: MailboxItem, _ reader: EventReader) throws(GraphError) {
    guard var item = try item(number: holder.number) else { return }
    let attached = try items(.attachment, in: holder.number)
    item.document["hasAttachments"] = .bool(attached.contains { $0.document["isInline"] != true })
    try update(item)
    reader.forget(item.number)
  }

  private func copy(
    _ attachment: MailboxItem, to holder: MailboxItem, from mailbox: Mailbox
  ) throws(GraphError) {
    var document = attachment.document
    document[Self.originMark] = .number(attachment.number)
    try insert(
      .attachment, in: holder.number, document, content: try mailbox.content(of: attachment),
      alphabet: holder.alphabet)
  }

  /// Gives an attendee's copy of a meeting the attachments that the organizer's has.
  ///
  /// Source: Microsoft Graph "Add attachment": they go out with the next update of the event.
  func takeAttachments(
    of original: MailboxItem, in organizer: Mailbox, for copy: MailboxItem
  ) throws(GraphError) {
    let sent = try organizer.items(.attachment, in: original.number)
    let present = try items(.attachment, in: copy.number)
    func origin(_ item: MailboxItem) -> Int? { item.document[Self.originMark]?.int }
    for old in present where !sent.contains(where: { $0.number == origin(old) }) {
      try delete(old)
    }
    for attachment in sent where !present.contains(where: { origin($0) == attachment.number }) {
      try self.copy(attachment, to: copy, from: organizer)
    }
  }
}
