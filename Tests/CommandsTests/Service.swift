import HTTP
import JSON
import TestSupport

/// Graph and the identity platform by a script: answers by method and path, one a request.
actor Service: Transport {
  typealias Answer = ScriptedTransport.Answer

  private var scripts: [String: [Answer]]
  private(set) var requests: [HTTPRequest] = []
  private var watcher: (@Sendable (HTTPRequest) async -> Void)?

  /// - Parameter scripts: answers by `GET /me/calendarView` or by a whole address; the last one stands
  ///   for all that follow.
  init(_ scripts: [String: [Answer]] = [:]) {
    self.scripts = [
      "GET /me/mailboxSettings": [.ok("{}")],
      "GET /me/calendar": [.ok(#"{"id":"calendar-id","name":"Calendar"}"#)],
    ].merging(scripts) { $1 }
  }

  /// Has these events in its calendar, as the text between `[` and `]`.
  init(events: String, _ scripts: [String: [Answer]] = [:]) {
    self.init(["GET /me/calendarView": [.list(events)]].merging(scripts) { $1 })
  }

  /// Answers differently from now on.
  func script(_ key: String, _ answers: Answer...) { script(key, answers) }

  func script(_ key: String, _ answers: [Answer]) { scripts[key] = answers }

  /// Shows each request to `watcher` before it is answered.
  func watch(_ watcher: (@Sendable (HTTPRequest) async -> Void)?) { self.watcher = watcher }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    requests.append(request)
    await watcher?(request)
    let path = HTTPURL(request.url).map { String($0.path) } ?? ""
    let below = path.hasPrefix("/v1.0") ? String(path.dropFirst(5)) : path
    for key in [request.url, "\(request.method) \(below)"] {
      guard let answers = scripts[key], let first = answers.first else { continue }
      if answers.count > 1 { scripts[key] = Array(answers.dropFirst()) }
      return try first.get()
    }
    return try Answer.error(404, "ErrorItemNotFound", "Not in the script: \(below)").get()
  }
}

extension Service.Answer {
  static func ok(_ json: String) -> Self { .success(.json(json)) }

  /// One page of a list; `items` is the text between `[` and `]`.
  static func list(_ items: String, next: String? = nil) -> Self {
    let link = next.map { #","@odata.nextLink":"\#($0)""# } ?? ""
    return .ok(#"{"value":[\#(items)]\#(link)}"#)
  }

  static func error(_ status: Int, _ code: String, _ message: String = "No.") -> Self {
    let body: JSON = ["error": ["code": .string(code), "message": .string(message)]]
    return .success(.json(body.text(.wire), status: status))
  }

  static func status(
    _ status: Int, _ body: String = "", type: String? = nil, _ headers: HTTPFields = [:]
  ) -> Self {
    var headers = headers
    headers["Content-Type"] = type
    return .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
  }

  /// A token of the environment or of the cache is refused.
  static let expired = Self.error(
    401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid.")
}

/// The JSON of a timed event in UTC; `more` holds further members, each with a comma before.
func timed(
  _ id: String, _ subject: String?, _ start: String, _ end: String, _ more: String = ""
) -> String {
  let name = subject.map { #","subject":\#(JSON.string($0).text(.wire))"# } ?? ""
  return
    #"{"id":"\#(id)"\#(name),"start":{"dateTime":"\#(start)","timeZone":"UTC"},"#
    + #""end":{"dateTime":"\#(end)","timeZone":"UTC"}\#(more)}"#
}

/// The JSON of an all-day event as the service keeps it: midnights in UTC.
func allDay(_ id: String, _ subject: String, _ first: String, _ end: String) -> String {
  timed(
    id, subject, first + "T00:00:00.0000000", end + "T00:00:00.0000000", #","isAllDay":true"#)
}

extension HTTPRequest {
  /// The fields of a form body.
  var form: QueryItems { QueryItems(parsing: String(decoding: body ?? [], as: UTF8.self)) }
}
