package import HTTPServer
package import JSON

/// One answer of Graph; the emulator adds the header fields that all answers have.
package struct GraphAnswer: Sendable {
  package enum Body: Sendable {
    case none
    case json(JSON)
    case bytes([UInt8], type: String)
  }

  package var status: Int
  package var headers: ServerFields
  package var body: Body

  package init(status: Int, headers: ServerFields = [:], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static func ok(_ json: JSON) -> GraphAnswer {
    GraphAnswer(status: 200, body: .json(json))
  }

  package static func created(_ json: JSON) -> GraphAnswer {
    GraphAnswer(status: 201, body: .json(json))
  }

  package static let accepted = GraphAnswer(status: 202)
  package static let noContent = GraphAnswer(status: 204)
}
