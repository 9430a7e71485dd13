/// Something that is to go wrong with the next requests of one kind.
package struct EmulatorFault: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case status(Int)
    /// An HTML page where JSON is expected.
    case html(status: Int)
    /// The work is done, the answer is not sent.
    case drop
    /// Nothing is done, no answer is sent.
    case refuse
    /// Half of the answer is sent.
    case truncate
    case slow(milliseconds: Int)
    /// A Conditional Access policy of the organisation forbids the sign-in (53003).
    case policyBlock
    /// The security defaults of the organisation forbid the sign-in (530035).
    case securityDefaults
    /// The permissions need an administrator (90094).
    case adminApproval
    /// A second factor is due, with claims to ask for it (50076).
    case secondFactor
    /// Graph wants a token with further claims.
    case claimsChallenge
  }

  package var kind: Kind
  /// The header of that name, as it is to be sent.
  package var retryAfter: String?
  /// In upper case; `*` for every method.
  package var method: String
  /// The last segments of a path, escaped or not, with or without a slash before the first; `*` stands for
  /// any one segment.
  package var path: String
  /// How many requests it hits.
  package var count: Int

  package init(
    _ kind: Kind, retryAfter: String? = nil, method: String, path: String, count: Int = 1
  ) {
    self.kind = kind
    self.retryAfter = retryAfter
    self.method = method
    self.path = path
    self.count = count
  }

  /// Reads `KIND[,retry-after=V]:METHOD PATH[:N]`.
  ///
  /// - Throws: `SpecError` with what was expected.
  package init(parsing text: String) throws(SpecError) {
    // A date in retry-after holds colons too, so the method marks the place to cut.
    let cut = text.indices.first { index in
      guard text[index] == ":" else { return false }
      let rest = text[text.index(after: index)...]
      let word = rest.prefix { $0 != " " }
      return !word.isEmpty && rest.dropFirst(word.count).contains { $0 != " " && $0 != "/" }
        && word.allSatisfy { ($0.isASCII && $0.isLetter && $0.isUppercase) || $0 == "*" }
    }
    guard let cut else {
      throw SpecError("a fault reads KIND:METHOD PATH[:N], as in 503:POST /me/events:1")
    }
    var target = text[text.index(after: cut)...]
    var count = 1
    if let colon = target.lastIndex(of: ":") {
      guard let number = Int(target[target.index(after: colon)...]), number > 0 else {
        throw SpecError("what follows the last colon is the number of requests, at least 1")
      }
      count = number
      target = target[..<colon]
    }
    let blank = target.firstIndex(of: " ") ?? target.startIndex
    var head = text[..<cut]
    var retryAfter: String?
    if let comma = head.firstIndex(of: ",") {
      let name = "retry-after="
      let setting = head[head.index(after: comma)...]
      guard setting.lowercased().hasPrefix(name) else {
        throw SpecError("after the kind only ,retry-after=VALUE can follow")
      }
      retryAfter = String(setting.dropFirst(name.count))
      head = head[..<comma]
    }
    self.init(
      try Self.kind(String(head)), retryAfter: retryAfter, method: String(target[..<blank]),
      path: String(target[blank...].drop { $0 == " " }), count: count)
  }

  /// What is wrong with a text that should describe a fault.
  package struct SpecError: Error, Equatable, Sendable {
    package var expected: String

    init(_ expected: String) { self.expected = expected }
  }

  private static func kind(_ text: String) throws(SpecError) -> Kind {
    switch text {
    case "500-html": return .html(status: 500)
    case "200-html": return .html(status: 200)
    case "drop": return .drop
    case "refuse": return .refuse
    case "truncate": return .truncate
    case "policy-block": return .policyBlock
    case "security-defaults": return .securityDefaults
    case "admin-approval": return .adminApproval
    case "second-factor": return .secondFactor
    case "claims-challenge": return .claimsChallenge
    case _ where text.hasPrefix("slow="):
      if let milliseconds = Int(text.dropFirst("slow=".count)), milliseconds >= 0 {
        return .slow(milliseconds: milliseconds)
      }
    default:
      if let status = Int(text), (400...599).contains(status) { return .status(status) }
    }
    throw SpecError(
      "the kind is a status from 400 to 599, 500-html, 200-html, drop, refuse, truncate,"
        + " slow=MILLISECONDS, policy-block, security-defaults, admin-approval, second-factor or"
        + " claims-challenge")
  }

  /// The kind as it is written in an option, for the log.
  package var name: String {
    switch kind {
    case .status(let status): "\(status)"
    case .html(let status): "\(status)-html"
    case .drop: "drop"
    case .refuse: "refuse"
    case .truncate: "truncate"
    case .slow(let milliseconds): "slow=\(milliseconds)"
    case .policyBlock: "policy-block"
    case .securityDefaults: "security-defaults"
    case .adminApproval: "admin-approval"
    case .secondFactor: "second-factor"
    case .claimsChallenge: "claims-challenge"
    }
  }
}

/// The faults that are still to come.
final class FaultBook {
  private var faults: [EmulatorFault]

  init(_ faults: [EmulatorFault]) { self.faults = faults }

  /// The fault that hits a request, and counts as used by it; of several the first one given.
  ///
  /// The segments of `path`, decoded, are compared without letter case from the end. Kinds that
  /// `accepts` does not like stay for later.
  func take(
    method: String, path: [String], accepts: (EmulatorFault.Kind) -> Bool = { _ in true }
  ) -> EmulatorFault? {
    let path = path.map { $0.lowercased() }
    let index = faults.firstIndex { fault in
      fault.count > 0 && (fault.method == "*" || fault.method == method) && accepts(fault.kind)
        && Self.matches(path, fault.path)
    }
    guard let index else { return nil }
    faults[index].count -= 1
    return faults[index]
  }

  private static func matches(_ path: [String], _ end: String) -> Bool {
    let wanted = GraphPath.segments(of: end).map { $0.lowercased() }
    return path.count >= wanted.count
      && zip(path.suffix(wanted.count), wanted).allSatisfy { $1 == "*" || $0 == $1 }
  }
}
