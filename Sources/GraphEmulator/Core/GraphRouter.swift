/// The table of what Graph serves: patterns of paths, and who answers them.
package struct GraphRouter {
  package typealias Handler = (GraphCall) throws(GraphError) -> GraphAnswer
  /// A handler that makes calls of its own, as `$batch` does.
  package typealias RelayingHandler = (GraphCall, GraphRouter) throws(GraphError) -> GraphAnswer

  /// Whose things a route may show.
  package enum Reach: Sendable {
    /// The caller's; another user's path is refused with 403 before the handler sees it.
    case ownOnly
    /// Anybody's; the handler looks at `owner` and decides.
    case others
    /// Anybody's as far as it is shared, for tokens with one of these permissions.
    case shared([String])

    /// Whether a call may go on to what belongs to somebody else.
    func lets(_ call: GraphCall) -> Bool {
      switch self {
      case .ownOnly: false
      case .others: true
      case .shared(let scopes): scopes.contains { call.scopes.contains($0.lowercased()) }
      }
    }
  }

  private struct Route {
    var method: String
    var pattern: GraphPattern
    /// In lower case; empty for routes that any token opens.
    var scopes: Set<String>
    var reach: Reach
    var handler: RelayingHandler
  }

  private var routes: [Route] = []
  /// What is done to the call of a handler before its route is looked for.
  private let prepare: (GraphCall) throws(GraphError) -> GraphCall

  package init(
    prepare: @escaping (GraphCall) throws(GraphError) -> GraphCall = {
      (call) throws(GraphError) in call
    }
  ) {
    self.prepare = prepare
  }

  /// Adds a row.
  ///
  /// A pattern reads `/me/events/{id}`; a function ends in `()` or names its arguments, as in
  /// `/me/calendarView/delta()` and `/me/reminderView(startDateTime,endDateTime)`. Fixed parts compare
  /// without letter case, and a fixed part wins over an open one. Any one of `scopes`, which are short
  /// names, is enough; none means that every token opens the route.
  package mutating func add(
    _ method: String, _ pattern: String, scopes: [String], reach: Reach = .ownOnly,
    _ handler: @escaping Handler
  ) {
    addRelaying(method, pattern, scopes: scopes, reach: reach) {
      (call, _) throws(GraphError) in try handler(call)
    }
  }

  /// Adds a row whose handler makes calls of its own.
  package mutating func addRelaying(
    _ method: String, _ pattern: String, scopes: [String], reach: Reach = .ownOnly,
    _ handler: @escaping RelayingHandler
  ) {
    routes.append(
      Route(
        method: method, pattern: GraphPattern(pattern),
        scopes: Set(scopes.map { $0.lowercased() }), reach: reach, handler: handler))
  }

  /// The answer to a call that a handler makes.
  package func respond(to call: GraphCall) throws(GraphError) -> GraphAnswer {
    try dispatch(try prepare(call))
  }

  /// The answer of the route that fits best to `call`, of which `segments` start with `me` where a user
  /// is meant.
  func dispatch(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    var best: (route: Route, match: GraphPattern.Match)?
    var pathIsKnown = false
    for route in routes {
      guard let match = route.pattern.match(call.segments) else { continue }
      pathIsKnown = true
      guard route.method == call.method else { continue }
      if let found = best, !match.isCloser(than: found.match) { continue }
      best = (route, match)
    }
    guard let (route, match) = best else {
      throw pathIsKnown ? Self.methodNotAllowed : Self.unknownPath(call.segments)
    }
    guard route.scopes.isEmpty || !route.scopes.isDisjoint(with: call.scopes) else {
      throw call.segments.count == 1 ? Self.requestDenied : .accessDenied
    }
    guard call.owner.id == call.user.id || route.reach.lets(call) else { throw .accessDenied }
    var call = call
    call.parameters = match.parameters
    return try route.handler(call, self)
  }

  private static let methodNotAllowed = GraphError(
    status: 405, code: "Request_BadRequest",
    message: "Specified HTTP method is not allowed for the request target.")

  private static let requestDenied = GraphError(
    status: 403, code: "Authorization_RequestDenied",
    message: "Insufficient privileges to complete the operation.")

  private static func unknownPath(_ segments: [String]) -> GraphError {
    .badRequest(
      "BadRequest", "Resource not found for the segment '\(segments.last ?? "")'.")
  }
}

/// A pattern of paths.
struct GraphPattern {
  private enum Segment {
    case fixed(String)
    case open(String)
    case function(String, arguments: [String])
  }

  struct Match {
    var parameters: [String: String]
    /// For each segment whether the pattern fixes it.
    var fixed: [Bool]

    /// Whether the first segment in which the two differ is fixed here and open there.
    func isCloser(than other: Match) -> Bool {
      for (mine, theirs) in zip(fixed, other.fixed) where mine != theirs { return mine }
      return false
    }
  }

  private let segments: [Segment]

  init(_ text: String) {
    segments = text.split(separator: "/").map { part in
      if part.hasPrefix("{") { return .open(String(part.dropFirst().dropLast())) }
      guard let open = part.firstIndex(of: "(") else { return .fixed(part.lowercased()) }
      let arguments = part[part.index(after: open)...].dropLast().split(separator: ",")
      return .function(part[..<open].lowercased(), arguments: arguments.map(String.init))
    }
  }

  func match(_ path: [String]) -> Match? {
    guard path.count == segments.count else { return nil }
    var match = Match(parameters: [:], fixed: [])
    for (segment, part) in zip(segments, path) {
      switch segment {
      case .fixed(let name):
        guard GraphPath.bareName(part) == name else { return nil }
      case .open(let name):
        match.parameters[name] = part
      case .function(let name, let names):
        guard let call = GraphPath.call(part), call.name == name,
          Set(call.arguments.keys) == Set(names.map { $0.lowercased() })
        else { return nil }
        for argument in names { match.parameters[argument] = call.arguments[argument.lowercased()] }
      }
      if case .open = segment { match.fixed.append(false) } else { match.fixed.append(true) }
    }
    return match
  }
}
