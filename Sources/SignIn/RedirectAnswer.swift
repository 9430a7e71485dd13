import HTTP
import JSON

/// What a sign-in page sends back to the redirect address.
///
/// Source: RFC 6749 sections 4.1.2 and 4.1.2.1.
enum RedirectAnswer: Sendable, Equatable {
  case code(Secret)
  case refused(EntraError)

  /// Why something is no answer to an attempt.
  enum Mismatch: Error, Equatable {
    /// It holds neither a code nor an error.
    case noAnswer
    /// It belongs to another attempt, or to nobody's.
    case wrongState
    /// The beginning of an answer that may be ours.
    case cutShort
  }

  /// Reads the items of a query or form for the attempt that sent `state`.
  init(_ items: QueryItems, state: Secret) throws(Mismatch) {
    let code = items["code"].flatMap { $0.isEmpty ? nil : $0 }
    let error = items["error"].flatMap { $0.isEmpty ? nil : $0 }
    guard code != nil || error != nil else { throw .noAnswer }
    guard Self.isEqual(items["state"] ?? "", state.exposed) else { throw .wrongState }
    if let error {
      var body: JSONObject = ["error": .string(error)]
      for (name, field) in [
        ("error_description", "error_description"), ("error_subcode", "suberror"),
        ("suberror", "suberror"), ("claims", "claims"),
      ] where items[name]?.isEmpty == false {
        body[field] = items[name].map(JSON.string)
      }
      guard let error = EntraError(.object(body), status: 400, phase: .authorization) else {
        throw .noAnswer
      }
      self = .refused(error)
    } else {
      self = .code(Secret(code ?? ""))
    }
  }

  /// Reads what a person pasted: the whole address, its query, or the code alone.
  ///
  /// A bare code brings no state to compare; that it belongs to this attempt is proved by the verifier
  /// when it is redeemed (RFC 9700 section 2.1.1).
  init(pasted text: String, state: Secret) throws(Mismatch) {
    // Terminals put marks around what is pasted.
    let bare = text.replacing("\u{1B}[200~", with: "").replacing("\u{1B}[201~", with: "")
    let text = bare.filter { !$0.isWhitespace && !"\"'<>".contains($0) }
    guard text.contains("=") else {
      if text.hasPrefix("http://localhost") || text.hasPrefix("http://127.0.0.1") {
        throw .cutShort
      }
      // Codes are long and have a full stop after their first part.
      let isCode =
        text.utf8.count >= 24 && text.contains(".")
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?:@".utf8.contains($0) }
      guard isCode else { throw .noAnswer }
      self = .code(Secret(text))
      return
    }
    var query = text[...]
    if let mark = query.firstIndex(of: "?") { query = query[query.index(after: mark)...] }
    if let mark = query.firstIndex(of: "#") {
      // What follows the query is the page's own; before it there may be no query at all.
      let before = query[..<mark]
      query = before.contains("=") ? before : query[query.index(after: mark)...]
    }
    let items = QueryItems(parsing: query)
    do {
      try self.init(items, state: state)
    } catch {
      let given = items["state"] ?? ""
      let isBeginning = error == .wrongState && state.exposed.hasPrefix(given)
      throw isBeginning || error == .noAnswer && text.contains("?") ? .cutShort : error
    }
  }

  /// Compares without telling by its time how much was right.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var difference = left.count ^ right.count
    for index in right.indices {
      difference |= Int(right[index] ^ (index < left.count ? left[index] : 0))
    }
    return difference == 0
  }
}
