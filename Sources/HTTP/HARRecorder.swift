package import JSON

import FoundationEssentials

/// Collects requests and answers for `--trace`, in the HTTP Archive format 1.2.
///
/// Secrets are masked as they come in; mailbox text stays.
/// Source: http://www.softwareishard.com/blog/har-12-spec/.
package actor HARRecorder {
  private let creatorVersion: String
  private var entries: [JSON] = []

  package init(creatorVersion: String) { self.creatorVersion = creatorVersion }

  /// Adds a try that is over.
  package func record(_ exchange: ObservedTransport.Exchange) {
    let milliseconds = JSON.number(
      JSONNumber((exchange.duration / .milliseconds(1) * 1000).rounded() / 1000))
    entries.append([
      "startedDateTime": .string(
        exchange.started.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
      "time": milliseconds,
      "request": Self.request(exchange),
      "response": Self.response(exchange.result),
      "cache": [:],
      "timings": ["send": 0, "wait": milliseconds, "receive": 0],
    ])
  }

  /// The whole archive so far.
  package var archive: JSON {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "graphcal", "version": .string(creatorVersion)],
        "entries": .array(entries),
      ]
    ]
  }

  private static func request(_ exchange: ObservedTransport.Exchange) -> JSON {
    let request = exchange.request
    let version = (try? exchange.result.get())?.version
    let masked = SecretMask.url(request.url)
    let query = HTTPURL(masked)?.query ?? ""
    var object: JSONObject = [
      "method": .string(request.method),
      "url": .string(masked),
      "httpVersion": .string(version ?? ""),
      "cookies": [],
      "headers": headers(request.headers),
      "queryString": .array(
        QueryItems(parsing: query).items.map {
          ["name": .string($0.name), "value": .string($0.value)]
        }),
      "headersSize": -1,
      "bodySize": .number(request.body?.count ?? 0),
    ]
    if let body = request.body {
      let type = request.headers["Content-Type"]
      var data = text(of: SecretMask.body(body, contentType: type), encodingKey: "_encoding")
      data["mimeType"] = .string(type ?? "")
      object["postData"] = .object(data)
    }
    return .object(object)
  }

  private static func response(_ result: Result<HTTPResponse, TransportError>) -> JSON {
    let response: HTTPResponse
    var problem: JSON?
    switch result {
    case .success(let answer): response = answer
    case .failure(let error):
      response = HTTPResponse(status: 0)
      problem = .string("\(error.sentence): \(error.detail)")
    }
    let type = response.headers["Content-Type"]
    var content = text(
      of: SecretMask.body(response.body, contentType: type), encodingKey: "encoding")
    content["size"] = .number(response.body.count)
    content["mimeType"] = .string(type ?? "")
    let fields = SecretMask.headers(response.headers)
    var object: JSONObject = [
      "status": .number(response.status),
      "statusText": "",
      "httpVersion": .string(response.version ?? ""),
      "cookies": [],
      "headers": headers(response.headers),
      "content": .object(content),
      "redirectURL": .string(fields["Location"] ?? ""),
      "headersSize": -1,
      "bodySize": -1,
    ]
    object["_error"] = problem
    return .object(object)
  }

  private static func headers(_ fields: HTTPFields) -> JSON {
    .array(
      SecretMask.headers(fields).fields.map {
        ["name": .string($0.name), "value": .string($0.value)]
      })
  }

  /// `text` as it is where the bytes are UTF-8, else in Base64 with `encodingKey` saying so.
  private static func text(of bytes: [UInt8], encodingKey: String) -> JSONObject {
    if let text = String(validating: bytes, as: UTF8.self) { return ["text": .string(text)] }
    return ["text": .string(Data(bytes).base64EncodedString()), encodingKey: "base64"]
  }
}
