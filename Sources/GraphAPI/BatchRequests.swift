import HTTP
import JSON

/// One request inside a batch.
package struct BatchCall: Sendable, Equatable {
  /// Its name in the batch; two of one batch may not differ in letter case alone.
  package var id: String
  package var request: GraphRequest
  /// The names of those that have to succeed before it.
  package var dependsOn: [String]

  package init(id: String, request: GraphRequest, dependsOn: [String] = []) {
    self.id = id
    self.request = request
    self.dependsOn = dependsOn
  }

  /// As it stands in the list of requests, in somebody else's mailbox where one is named.
  ///
  /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
  func json(in mailbox: String?) -> JSON {
    let request = request.addressed(to: mailbox)
    var headers = request.headers
    if request.body != nil { headers["Content-Type"] = "application/json" }
    var json: JSONObject = [
      "id": .string(id), "method": .string(request.method), "url": .string(request.target),
    ]
    if !headers.fields.isEmpty {
      json["headers"] = .object(JSONObject(headers.fields.map { ($0.name, .string($0.value)) }))
    }
    json["body"] = request.body
    if !dependsOn.isEmpty { json["dependsOn"] = .array(dependsOn.map { .string($0) }) }
    return .object(json)
  }
}

/// Several requests in one, and how many fit.
package enum BatchRequests {
  /// The most requests of one batch.
  package static let limit = 20
  /// The most bytes of bodies in one batch, well below the 4 MB that a request may have.
  package static let byteLimit = 3 << 20

  /// The request that carries these.
  ///
  /// It may be repeated only where nothing was carried out: what goes for each part is for
  /// `BatchSender` to say.
  package static func batch(_ calls: [BatchCall], in mailbox: String? = nil) -> GraphRequest {
    GraphRequest(
      method: "POST", path: "/$batch",
      body: ["requests": .array(calls.map { $0.json(in: mailbox) })])
  }

  /// These calls in their order, as many at once as one batch takes.
  package static func cut(_ calls: [BatchCall]) -> [[BatchCall]] {
    var batches: [[BatchCall]] = []
    var bytes = 0
    for call in calls {
      let size = call.request.body?.bytes(.wire).count ?? 0
      if let last = batches.last, last.count < limit, bytes + size <= byteLimit {
        batches[batches.count - 1].append(call)
        bytes += size
      } else {
        batches.append([call])
        bytes = size
      }
    }
    return batches
  }
}
