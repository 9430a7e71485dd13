import JSON

/// What one line from the client is (JSON-RPC 2.0 sections 4 to 6).
enum MCPMessage: Equatable {
  /// A request, which gets exactly one answer.
  case request(id: JSON, method: String, params: JSONObject)
  /// A notification, which gets none.
  case notification(method: String, params: JSONObject)
  /// An answer to a request of ours; we make none, so it is passed over.
  case answer
  /// Nothing that can be answered but with an error.
  case invalid(id: JSON, MCPError)

  /// Reads one line.
  init(line: String) {
    let root: JSON
    do {
      root = try JSON(parsing: line)
    } catch {
      self = .invalid(
        id: .null, MCPError(.parse, "this is no JSON: \(error.reason), column \(error.column)"))
      return
    }
    guard let object = root.object else {
      let why = root.array == nil ? "a message is a JSON object" : "batches are not taken"
      self = .invalid(id: .null, MCPError(.invalidRequest, why))
      return
    }
    let id = object["id"]
    let isID = id?.string != nil || id?.int != nil
    guard object["jsonrpc"]?.string == "2.0" else {
      self = .invalid(
        id: isID ? id ?? .null : .null,
        MCPError(.invalidRequest, "\"jsonrpc\" has to be \"2.0\""))
      return
    }
    guard let method = object["method"]?.string else {
      let isAnswer = object["result"] != nil || object["error"] != nil
      self =
        isAnswer
        ? .answer
        : .invalid(
          id: isID ? id ?? .null : .null, MCPError(.invalidRequest, "\"method\" is missing"))
      return
    }
    let given = object["params"]
    guard given == nil || given?.object != nil else {
      let error = MCPError(.invalidParameters, "\"params\" has to be an object")
      self = id == nil ? .answer : .invalid(id: isID ? id ?? .null : .null, error)
      return
    }
    let params = given?.object ?? JSONObject()
    guard let id else {
      self = .notification(method: method, params: params)
      return
    }
    guard isID else {
      self = .invalid(
        id: .null, MCPError(.invalidRequest, "\"id\" has to be a text or a whole number"))
      return
    }
    self = .request(id: id, method: method, params: params)
  }
}

/// An error of the protocol, as an answer carries it (JSON-RPC 2.0 section 5.1).
struct MCPError: Error, Equatable {
  /// The codes of the standard that are used here.
  enum Code: Int {
    case parse = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
  }

  var code: Code
  /// One line for the developer of the client.
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The whole answer to the request `id`; null where that is not known.
  func answer(to id: JSON) -> JSON {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .number(code.rawValue), "message": .string(message)],
    ]
  }
}
