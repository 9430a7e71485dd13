import GraphAPI
import HTTP
import JSON

/// A call of `graphcal api` as it was asked for, before anything is sent.
struct APICall {
  var target: APITarget
  var request: GraphRequest

  /// Fields that are ours to set, since they carry the token or say where a message begins and ends.
  private static let ownFields: Set<String> = [
    "authorization", "connection", "content-length", "cookie", "expect", "host",
    "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// POST requests that change nothing.
  ///
  /// Source: Microsoft Graph, "calendar: getSchedule", "user: findMeetingTimes", "user:
  /// translateExchangeIds".
  private static let readingActions: Set<String> = [
    "getschedule", "findmeetingtimes", "translateexchangeids",
  ]

  /// Actions by which somebody gets mail.
  private static let mailingActions: Set<String> = [
    "accept", "cancel", "decline", "forward", "reply", "replyall", "send", "sendmail",
    "tentativelyaccept",
  ]

  /// The last word of the path, in lower case and without what OData may put before and behind it.
  private var action: String {
    let path = target.path.prefix { $0 != "?" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.split(separator: ".").last.map(String.init) ?? last
    return String(name.prefix { $0 != "(" }).lowercased()
  }

  /// Whether it changes nothing at the service.
  var isReading: Bool {
    ["GET", "HEAD"].contains(request.method)
      || request.method == "POST" && Self.readingActions.contains(action)
  }

  /// What is to be confirmed before it is sent: something is deleted, mail goes out, a series is touched,
  /// or many calls hide in one; nil where nothing is.
  var question: String? {
    if isReading { return nil }
    let call = "\(request.method) \(target.path)"
    if request.method == "DELETE" { return "\(call) deletes. Send it?" }
    if Self.mailingActions.contains(action) { return "\(call) sends mail to others. Send it?" }
    if action == "$batch" { return "\(call) holds calls of its own. Send them?" }
    if let attendees = request.body?["attendees"]?.array, !attendees.isEmpty {
      return "\(call) has attendees, who get mail of it. Send it?"
    }
    if let rule = request.body?["recurrence"], !rule.isNull {
      return "\(call) makes or changes a series. Send it?"
    }
    return nil
  }

  /// Makes the request of what was typed: without a method it is POST where there is something to send,
  /// else GET; `headers` are lines as `-H` has them, and `input` is what `--input` read.
  ///
  /// - Throws: `Failure` of kind usage for what cannot be sent.
  init(
    method: String?, target: APITarget, fields: [APIField], headers: [String], input: [UInt8]?
  ) throws(Failure) {
    let method = method?.uppercased() ?? (fields.isEmpty && input == nil ? "GET" : "POST")
    self.target = target
    let read = try Self.fields(headers)
    let hasBody = !["GET", "HEAD", "DELETE"].contains(method)
    var path = target.path
    var body: JSON?
    var content: GraphRequest.Content?
    if let input {
      guard hasBody else {
        throw Failure(
          .usage, "\(method) takes no --input", hint: "name the method: graphcal api POST …")
      }
      let type = read["Content-Type"] ?? "application/json"
      do {
        if type.lowercased().hasPrefix("application/json") { body = try JSON(parsing: input) }
      } catch {
        throw Failure(
          .usage, "--input holds no JSON",
          why: "\(error.reason) in line \(error.line), column \(error.column)",
          hint: "give the type of anything else: -H 'Content-Type: text/plain'")
      }
      content = GraphRequest.Content(bytes: input, type: type)
    }
    if hasBody, input == nil {
      for field in fields {
        var root = body ?? .object([:])
        field.put(into: &root)
        body = root
      }
    } else {
      var query = QueryItems()
      for field in fields { query.append(field.queryName, field.queryValue) }
      path = query.appended(to: path)
    }
    self.target.path = path
    request = GraphRequest(
      method: method, path: path, headers: Self.withImmutableIDs(read), body: body,
      content: content)
  }

  private static func fields(_ lines: [String]) throws(Failure) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        line.unicodeScalars.allSatisfy({ (0x20..<0x7F).contains($0.value) }),
        !line[..<colon].contains(" ")
      else {
        throw Failure(
          .usage, "-H \"\(line)\" is no header", hint: "-H 'ConsistencyLevel: eventual'")
      }
      let name = String(line[..<colon])
      guard !ownFields.contains(name.lowercased()) else {
        throw Failure(
          .usage, "the header \(name) is not yours to set",
          hint: "leave it out; the sign-in and the length of the body are cared for")
      }
      fields.append(name, String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    return fields
  }

  /// Ids as all other commands have them, unless the caller asks for the other kind.
  private static func withImmutableIDs(_ fields: HTTPFields) -> HTTPFields {
    var fields = fields
    let own = Preferences().field
    let given = fields.values(of: "Prefer").joined(separator: ", ")
    if !given.lowercased().contains("idtype") {
      fields["Prefer"] = given.isEmpty ? own : given + ", " + own
    }
    return fields
  }
}
