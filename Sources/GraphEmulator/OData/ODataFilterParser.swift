/// Reads a `$filter` text into a condition, and refuses what its resource does not take.
///
/// Source: OData Version 4.01 part 2, section 5.1.1; which properties and functions a resource takes
/// is in its `ResourceRules`.
struct ODataFilterParser {
  /// A variable of `any` or `all` with what its elements are.
  private struct Variable {
    var name: String
    var elements: FilterableProperty
  }

  private let rules: FilterRules
  private var tokens: ArraySlice<ODataToken>
  private var variables: [Variable] = []
  private var depth = 0

  private init(_ text: String, rules: FilterRules) throws(ODataSyntaxError) {
    self.rules = rules
    tokens = try ODataLexer.tokens(of: text)[...]
  }

  /// The condition that `text` writes.
  ///
  /// - Throws: `ODataSyntaxError` with Graph's words for what is wrong.
  static func filter(_ text: String, rules: FilterRules) throws(ODataSyntaxError) -> ODataFilter {
    var parser = try ODataFilterParser(text, rules: rules)
    let filter = try parser.disjunction()
    guard parser.tokens.first == .end else { throw Self.invalid }
    return filter
  }

  static let invalid = ODataSyntaxError(
    message: "The query filter contains one or more invalid nodes.")

  // MARK: Conditions

  private mutating func disjunction() throws(ODataSyntaxError) -> ODataFilter {
    var filter = try conjunction()
    while take("or") { filter = .or(filter, try conjunction()) }
    return filter
  }

  private mutating func conjunction() throws(ODataSyntaxError) -> ODataFilter {
    var filter = try unary()
    while take("and") { filter = .and(filter, try unary()) }
    return filter
  }

  private mutating func unary() throws(ODataSyntaxError) -> ODataFilter {
    depth += 1
    defer { depth -= 1 }
    // The depth that OData servers take by default.
    guard depth <= 100 else {
      throw ODataSyntaxError(message: "Recursion depth exceeded the limit.")
    }
    if take("not") { return .not(try unary()) }
    if take(.open) {
      let filter = try disjunction()
      try expect(.close)
      return filter
    }
    return try predicate()
  }

  private mutating func predicate() throws(ODataSyntaxError) -> ODataFilter {
    if case .word(let name) = tokens.first ?? .end, tokens.dropFirst().first == .open {
      if let test = ODataTextTest(rawValue: name.lowercased()) { return try textTest(test) }
      let parts = name.split(separator: "/").map(String.init)
      if let last = parts.last?.lowercased(), last == "any" || last == "all", parts.count > 1 {
        return try lambda(over: Array(parts.dropLast()), every: last == "all")
      }
    }
    // A constant may stand on the left: `'Red' eq color`.
    if let value = literal() {
      guard let comparison = comparison() else { throw Self.invalid }
      let (operand, property) = try operand()
      return try .comparison(
        operand, comparison.mirrored, property.checked(value, comparison.mirrored))
    }
    let (operand, property) = try operand()
    guard let comparison = comparison() else {
      guard property.kind == .boolean else { throw Self.invalid }
      return .truth(operand)
    }
    guard let value = literal() else { throw Self.invalid }
    return try .comparison(operand, comparison, property.checked(value, comparison))
  }

  private mutating func textTest(_ test: ODataTextTest) throws(ODataSyntaxError) -> ODataFilter {
    tokens.removeFirst()
    try expect(.open)
    let (operand, property) = try operand()
    try expect(.comma)
    guard case .text(let text) = literal() else { throw Self.invalid }
    try expect(.close)
    guard property.tests.contains(test) else { throw Self.invalid }
    return .textTest(test, operand, text)
  }

  private mutating func lambda(
    over names: [String], every: Bool
  ) throws(ODataSyntaxError) -> ODataFilter {
    let (path, property) = try resolve(names)
    guard let elements = property.elements else { throw Self.invalid }
    tokens.removeFirst()
    try expect(.open)
    if !every, take(.close) { return .any(path: path, variable: "", nil) }
    guard case .word(let variable) = tokens.popFirst() ?? .end else { throw Self.invalid }
    try expect(.colon)
    variables.append(Variable(name: variable, elements: elements))
    let condition = try disjunction()
    variables.removeLast()
    try expect(.close)
    return every
      ? .all(path: path, variable: variable, condition)
      : .any(path: path, variable: variable, condition)
  }

  // MARK: Operands

  private mutating func operand() throws(ODataSyntaxError) -> (ODataOperand, FilterableProperty) {
    guard case .word(let name) = tokens.popFirst() ?? .end else { throw Self.invalid }
    guard tokens.first == .open else {
      let (path, property) = try resolve(name.split(separator: "/").map(String.init))
      guard property.elements == nil else { throw Self.invalid }
      return (.path(path), property)
    }
    tokens.removeFirst()
    let function = name.lowercased()
    guard function == "cast" || rules.functions.contains(function) else { throw Self.invalid }
    var (operand, property) = try operand()
    switch function {
    case "tolower": operand = .lowercased(operand)
    case "toupper": operand = .uppercased(operand)
    case "trim": operand = .trimmed(operand)
    case "length":
      operand = .length(operand)
      property = FilterableProperty(.number)
    case "cast":
      // Values of extended properties are texts; a cast says how they compare.
      try expect(.comma)
      guard case .word(let type) = tokens.popFirst() ?? .end, type.lowercased().hasPrefix("edm.")
      else { throw Self.invalid }
      if type.lowercased() != "edm.string" { property = FilterableProperty(.number) }
    default: throw Self.invalid
    }
    try expect(.close)
    return (operand, property)
  }

  /// The names of a path in the metadata's spelling, with what stands there.
  private func resolve(
    _ names: [String]
  ) throws(ODataSyntaxError) -> ([String], FilterableProperty) {
    guard let first = names.first else { throw Self.invalid }
    if let variable = variables.last(where: { $0.name == first }) {
      let rest = Array(names.dropFirst())
      if rest.isEmpty { return ([first], variable.elements) }
      guard let (path, property) = variable.elements.member(rest) else { throw Self.invalid }
      return ([first] + path, property)
    }
    guard let found = rules.property(at: names) else {
      guard !rules.knows(first) else { throw Self.invalid }
      throw ODataSyntaxError(
        message: "Could not find a property named '\(first)' on type '\(rules.typeName)'.")
    }
    return found
  }

  private mutating func comparison() -> ODataComparison? {
    guard case .word(let word) = tokens.first ?? .end,
      let comparison = ODataComparison(rawValue: word.lowercased())
    else { return nil }
    tokens.removeFirst()
    return comparison
  }

  private mutating func literal() -> ODataLiteral? {
    let literal: ODataLiteral
    switch tokens.first ?? .end {
    case .text(let text): literal = .text(text)
    case .bare(let text):
      if let number = Double(text) {
        literal = .number(number)
      } else if let instant = ODataInstant(text) {
        literal = .instant(instant)
      } else {
        return nil
      }
    case .word(let word):
      switch word.lowercased() {
      case "null": literal = .null
      case "true": literal = .bool(true)
      case "false": literal = .bool(false)
      default: return nil
      }
    default: return nil
    }
    tokens.removeFirst()
    return literal
  }

  // MARK: Tokens

  private mutating func take(_ token: ODataToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func take(_ keyword: String) -> Bool {
    guard case .word(let word) = tokens.first ?? .end, word.lowercased() == keyword else {
      return false
    }
    tokens.removeFirst()
    return true
  }

  private mutating func expect(_ token: ODataToken) throws(ODataSyntaxError) {
    guard take(token) else {
      throw ODataSyntaxError(message: "Invalid filter clause.")
    }
  }
}

extension ODataComparison {
  /// The comparison that says the same with its sides changed.
  var mirrored: ODataComparison {
    switch self {
    case .equal, .notEqual: self
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    }
  }
}
