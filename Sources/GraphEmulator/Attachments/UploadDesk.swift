package import FoundationEssentials
package import HTTPServer
import JSON

/// One request to the address of an upload session.
package struct UploadRequest: Sendable {
  package var method: String
  /// Scheme, host and port as the client reached the service.
  package var host: String
  /// As sent, escapes in place.
  package var path: String
  package var query: String
  package var headers: ServerFields
  package var body: [UInt8]
  package var now: Date

  package init(
    method: String, host: String, path: String, query: String, headers: ServerFields,
    body: [UInt8], now: Date
  ) {
    self.method = method
    self.host = host
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.now = now
  }

  /// Whether a path belongs to upload sessions rather than to Graph or the identity platform.
  package static func isFor(_ path: String) -> Bool {
    path.lowercased().hasPrefix("/api/v2.0/")
  }
}

/// Takes the ranges of files that are too large for one request.
///
/// The address is Outlook's, not Graph's, and brings its own token. Sources: Microsoft Graph "Attach
/// large files to Outlook messages or events"; msgraph-sdk-javascript#449 for the 401 that a token of
/// Graph gets; the words about a range that overlaps: "Microsoft Graph error responses".
struct UploadDesk {
  let store: MailboxStore

  func answer(_ request: UploadRequest) throws(GraphError) -> GraphAnswer {
    let parts = GraphPath.segments(of: request.path)
    let names = ["api", "v2.0", "users", nil, "events", nil, "attachmentsessions", nil]
    guard parts.count == names.count,
      zip(parts, names).allSatisfy({ $1 == nil || $0.lowercased() == $1 }),
      let owner = store.directory.owner(named: parts[3])
    else { throw .itemNotFound }
    return try store.perform(for: owner, now: request.now) { (mailbox) throws(GraphError) in
      var session = UploadSession(try mailbox.item(.uploadSession, id: parts[7]))
      try check(request, session)
      switch request.method {
      case "PUT": return try put(request, &session, mailbox)
      case "GET": return .ok(state(of: session, request, mailbox))
      case "DELETE":
        try mailbox.delete(session.item)
        return .noContent
      default:
        throw GraphError(
          status: 405, code: "ErrorInvalidRequest", message: "The method is not allowed.")
      }
    }
  }

  private func check(_ request: UploadRequest, _ session: UploadSession) throws(GraphError) {
    let token = QueryString(request.query)["authtoken"]
    let header = request.headers["Authorization"]
    guard token == session.token, header == nil || header == "Bearer \(session.token)",
      !session.isOver(at: request.now)
    else {
      throw GraphError(
        status: 401, code: "InvalidAuthenticationToken",
        message: "The token of the upload session is missing, wrong or expired.")
    }
  }

  private func put(
    _ request: UploadRequest, _ session: inout UploadSession, _ mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    guard let range = ContentRange(request.headers["Content-Range"]) else {
      throw .badRequest(
        "ErrorInvalidRequest", "The Content-Range header is missing or cannot be read.")
    }
    guard range.total == session.size else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "The size in the Content-Range header is not that of the attachment.")
    }
    guard range.count == request.body.count else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "The Content-Range header length does not match the provided number of bytes.")
    }
    guard range.count <= UploadSession.largestRange else {
      throw GraphError(
        status: 413, code: "RequestEntityTooLarge", message: "Maximum request length exceeded.")
    }
    guard range.first == session.received else {
      throw GraphError(
        status: 416, code: "badRequest",
        message: range.first < session.received
          ? "Uploaded fragment overlaps with existing data."
          : "The fragment does not start where the last one ended.", innerCode: "invalidRange")
    }
    try session.take(request.body, in: mailbox)
    guard session.received == session.size else {
      return .ok(state(of: session, request, mailbox))
    }
    let reader = EventReader(mailbox)
    let event = try reader.event(session.eventID, in: nil)
    let added = try mailbox.add(try session.file(in: mailbox), to: event, reader)
    try mailbox.delete(session.item)
    let address = UploadSession.address(
      at: request.host, owner: mailbox.user, event: session.eventID)
    return GraphAnswer(
      status: 201,
      headers: [
        "Location": "\(address)/Attachments('\(UploadSession.escaped(mailbox.id(of: added)))')"
      ])
  }

  /// What the next range has to start with; the names are of Outlook's older interface.
  private func state(
    of session: UploadSession, _ request: UploadRequest, _ mailbox: Mailbox
  ) -> JSON {
    let owner = "\(mailbox.user.id)@\(mailbox.user.tenant.id)"
    let set =
      "Users('\(PercentCoding.encoded(owner))')/Events('\(PercentCoding.encoded(session.eventID))')"
      + "/AttachmentSessions/$entity"
    return [
      "@odata.context": .string("\(request.host)/api/v2.0/$metadata#\(set)"),
      "ExpirationDateTime": .string(session.expiration),
      "nextExpectedRanges": [.string(String(session.received))],
    ]
  }
}

/// `bytes 0-2097151/3483322`.
///
/// Source: RFC 9110 section 14.4.
struct ContentRange: Equatable {
  var first: Int
  /// Inclusive.
  var last: Int
  var total: Int
  var count: Int { last - first + 1 }

  init?(_ text: String?) {
    guard let text else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Int(parts[1]) else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0,
      last >= first, last < total
    else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }
}
