/// What a property is, and how a filter may speak of it.
package struct FilterableProperty: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case text
    /// One of a list of words; a filter writes it as a text.
    case choice
    case boolean
    case number
    /// `Edm.DateTimeOffset`: a filter writes it without quotes.
    case instant
    /// A collection; only `any` and `all` look into it.
    case collection
  }

  package var kind: Kind
  package var comparisons: Set<ODataComparison>
  package var tests: Set<ODataTextTest>
  /// The members of a collection's elements by name, or the element itself under the empty name.
  package var members: [(name: String, property: FilterableProperty)]

  package init(
    _ kind: Kind, comparisons: Set<ODataComparison>? = nil, tests: Set<ODataTextTest>? = nil
  ) {
    self.kind = kind
    self.comparisons =
      comparisons
      ?? (kind == .boolean || kind == .choice
        ? [.equal, .notEqual] : Set(ODataComparison.allCases))
    self.tests = tests ?? (kind == .text ? Set(ODataTextTest.allCases) : [])
    members = []
  }

  /// A collection of objects.
  package static func collection(
    of members: KeyValuePairs<String, FilterableProperty>
  ) -> FilterableProperty {
    var property = FilterableProperty(.collection, comparisons: [], tests: [])
    property.members = members.map { ($0.key, $0.value) }
    return property
  }

  /// A collection of texts.
  package static let texts = collection(of: ["": FilterableProperty(.text)])

  package static func == (left: FilterableProperty, right: FilterableProperty) -> Bool {
    left.kind == right.kind && left.comparisons == right.comparisons && left.tests == right.tests
      && left.members.elementsEqual(right.members) {
        $0.name == $1.name && $0.property == $1.property
      }
  }

  /// What a variable over this collection stands for; nil when this is no collection.
  var elements: FilterableProperty? {
    guard kind == .collection else { return nil }
    if let own = members.first(where: { $0.name.isEmpty }) { return own.property }
    var elements = FilterableProperty(.choice, comparisons: [], tests: [])
    elements.members = members
    return elements
  }

  /// The member at `names`, letter case ignored, in the metadata's spelling.
  func member(_ names: [String]) -> ([String], FilterableProperty)? {
    let wanted = names.joined(separator: "/").lowercased()
    guard let member = members.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    return (member.name.split(separator: "/").map(String.init), member.property)
  }

  /// `literal` as it compares with this property.
  ///
  /// - Throws: `ODataSyntaxError` when the comparison is not taken or the kinds do not go together.
  func checked(
    _ literal: ODataLiteral, _ comparison: ODataComparison
  ) throws(ODataSyntaxError) -> ODataLiteral {
    guard comparisons.contains(comparison) else { throw ODataFilterParser.invalid }
    switch (kind, literal) {
    case (_, .null) where comparison == .equal || comparison == .notEqual: return literal
    case (.text, .text), (.choice, .text), (.boolean, .bool), (.number, .number),
      (.instant, .instant):
      return literal
    default:
      throw ODataSyntaxError(
        message: "A binary operator with incompatible types was detected. Found operand types "
          + "'\(edmName)' and '\(literal.edmName)' for operator kind '\(comparison.edmName)'.")
    }
  }

  private var edmName: String {
    switch kind {
    case .text, .collection: "Edm.String"
    case .choice: "Edm.Enum"
    case .boolean: "Edm.Boolean"
    case .number: "Edm.Int32"
    case .instant: "Edm.DateTimeOffset"
    }
  }
}

/// The properties that a resource's `$filter` takes.
package struct FilterRules: Sendable {
  /// As the metadata calls the type: `microsoft.graph.event`.
  package var typeName: String
  /// By path in the metadata's spelling.
  package var properties: [String: FilterableProperty]
  /// Functions over a property, in lower case; `cast` is always taken.
  package var functions: Set<String>

  private let byLowercasedPath: [String: String]
  private let firstNames: Set<String>

  /// Rules where `known` are properties of the type that exist but that no filter takes.
  package init(
    typeName: String, properties: [String: FilterableProperty],
    functions: Set<String> = ["tolower", "toupper", "trim", "length"], known: [String] = []
  ) {
    self.typeName = typeName
    self.properties = properties
    self.functions = functions
    byLowercasedPath = Dictionary(
      uniqueKeysWithValues: properties.keys.map { ($0.lowercased(), $0) })
    firstNames = Set(
      (properties.keys.map { String($0.prefix { $0 != "/" }) } + known).map { $0.lowercased() })
  }

  func property(at names: [String]) -> ([String], FilterableProperty)? {
    guard let path = byLowercasedPath[names.joined(separator: "/").lowercased()],
      let property = properties[path]
    else { return nil }
    return (path.split(separator: "/").map(String.init), property)
  }

  func knows(_ name: String) -> Bool { firstNames.contains(name.lowercased()) }
}

extension ODataLiteral {
  fileprivate var edmName: String {
    switch self {
    case .null: "Edm.Null"
    case .bool: "Edm.Boolean"
    case .number: "Edm.Int32"
    case .text: "Edm.String"
    case .instant: "Edm.DateTimeOffset"
    }
  }
}

extension ODataComparison {
  fileprivate var edmName: String {
    switch self {
    case .equal: "Equal"
    case .notEqual: "NotEqual"
    case .greater: "GreaterThan"
    case .greaterOrEqual: "GreaterThanOrEqual"
    case .less: "LessThan"
    case .lessOrEqual: "LessThanOrEqual"
    }
  }
}
