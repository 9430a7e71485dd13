import CalendarTime
import FoundationEssentials
import JSON

/// A file on its way to an event, piece by piece.
///
/// Source: Microsoft Graph "attachment: createUploadSession", "Attach large files to Outlook messages
/// or events". How long a session lives is documented nowhere.
struct UploadSession {
  /// Smaller files go in one request.
  static let smallestFile = 3 << 20
  static let largestFile = 150 << 20
  static let largestRange = 4 << 20
  private static let lifetime: TimeInterval = 3600

  private(set) var item: MailboxItem

  init(_ item: MailboxItem) { self.item = item }

  /// Reads the body of `createUploadSession` and opens the session.
  ///
  /// `id` is the event's as the path names it.
  static func start(
    _ sent: JSONObject, for event: EventInstance, id: String, _ reader: EventReader
  ) throws(GraphError) -> UploadSession {
    guard let file = sent.value("AttachmentItem")?.object else {
      throw .unreadable("AttachmentItem")
    }
    guard try file.word("attachmentType", of: ["file", "item", "reference"]) == "file",
      let size = try file.wholeNumber("size"), let name = try file.text("name"), !name.isEmpty
    else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "Your request can't be completed. A session takes a file with its name and its size.")
    }
    guard size >= smallestFile else {
      throw .badRequest(
        "ErrorAttachmentSizeShouldNotBeLessThanMinimumSize",
        "Attachment size must be greater than the minimum size.")
    }
    guard size <= largestFile else {
      throw .badRequest(
        "ErrorAttachmentSizeLimitExceeded", "The attachment size limit has been exceeded.")
    }
    var kept: JSONObject = ["name": .string(name)]
    for key in ["contentType", "isInline", "contentId"] { kept[key] = file.value(key) }
    // Read once here, so that a bad one is refused before its bytes come.
    _ = try AttachmentBody(file: kept, content: [])
    let mailbox = reader.mailbox
    let token = (UUID().uuidString + UUID().uuidString).lowercased().filter { $0 != "-" }
    let item = try mailbox.insert(
      .uploadSession, in: event.number,
      [
        "file": .object(kept), "event": .string(id), "size": .number(size), "received": 0,
        "token": .string(token),
        "expires": .string(EventWriter.stamp(mailbox.now.addingTimeInterval(lifetime))),
      ])
    return UploadSession(item)
  }

  var token: String { item.document["token"]?.string ?? "" }
  var size: Int { item.document["size"]?.int ?? 0 }
  /// The bytes that have come, which is where the next range has to start.
  var received: Int { item.document["received"]?.int ?? 0 }
  var eventID: String { item.document["event"]?.string ?? "" }
  var expiration: String { item.document["expires"]?.string ?? "" }

  func isOver(at now: Date) -> Bool {
    guard let end = ODataInstant(expiration) else { return true }
    return now.timeIntervalSince1970 >= Double(end.seconds)
  }

  /// The address that takes the file, which needs no token but the one in it.
  func url(at host: String, owner: EmulatorUser, in mailbox: Mailbox) -> String {
    Self.address(at: host, owner: owner, event: eventID)
      + "/AttachmentSessions('\(Self.escaped(mailbox.id(of: item)))')?authtoken=\(token)"
  }

  /// The event's own address beside that of its sessions and attachments.
  static func address(at host: String, owner: EmulatorUser, event: String) -> String {
    "\(host)/api/v2.0/Users('\(owner.id)@\(owner.tenant.id)')/Events('\(escaped(event))')"
  }

  /// Ids keep their `=`, as the service's own addresses do.
  static func escaped(_ id: String) -> String {
    PercentCoding.encoded(id).replacing("%3D", with: "=")
  }

  // MARK: Bytes

  /// Takes the next range.
  mutating func take(_ bytes: [UInt8], in mailbox: Mailbox) throws(GraphError) {
    try mailbox.insert(.uploadRange, in: item.number, [:], content: bytes)
    item.document["received"] = .number(received + bytes.count)
    item = try mailbox.update(item)
  }

  /// The whole file, from the ranges that came.
  func file(in mailbox: Mailbox) throws(GraphError) -> AttachmentBody {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for range in try mailbox.items(.uploadRange, in: item.number) {
      bytes += try mailbox.content(of: range) ?? []
    }
    return try AttachmentBody(file: item.document["file"]?.object ?? [:], content: bytes)
  }
}
