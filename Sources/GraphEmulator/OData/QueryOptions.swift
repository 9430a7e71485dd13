import JSON

/// The OData options of a request, read and checked against what its resource takes.
///
/// Source: Microsoft Graph "Use query parameters"; OData Version 4.01 part 2, section 5.1.
package struct QueryOptions: Sendable {
  package let rules: ResourceRules
  /// Everything behind the `?`, for what is no OData option and for links.
  package let query: QueryString
  package private(set) var filter: ODataFilter?
  package private(set) var orderBy: [ODataOrder] = []
  /// In the metadata's spelling; nil for everything.
  package private(set) var select: [String]?
  package private(set) var expand: [ODataExpand] = []
  package private(set) var search: String?
  /// Items of a page as asked for, 1 to the largest the resource gives.
  package private(set) var top: Int?
  package private(set) var skip = 0
  package var countsItems = false

  /// - Throws: `GraphError` of status 400 for an option that cannot be read or is not taken.
  package init(_ query: QueryString, for rules: ResourceRules) throws(GraphError) {
    self.rules = rules
    self.query = query
    var seen: Set<String> = []
    for item in query.items {
      let name = item.name.lowercased()
      guard name.hasPrefix("$") else { continue }
      guard seen.insert(name).inserted else {
        throw .badRequest(
          "BadRequest",
          "Query option '\(name)' was specified more than once, but it must be specified at most "
            + "once.")
      }
      try read(name, item.value)
    }
    try refuseUntracked(seen)
  }

  /// The value of an option that is not OData's, such as `startDateTime`.
  package subscript(name: String) -> String? { query[name] }

  package func expands(_ name: String) -> Bool { expand.contains { $0.name == name } }

  private mutating func read(_ name: String, _ value: String) throws(GraphError) {
    switch name {
    case "$top":
      let number = try whole(value, name)
      guard number > 0 else { throw .invalidQuery(Self.notPositive(value, name)) }
      top = min(number, rules.largestPage)
    case "$skip": skip = try whole(value, name)
    case "$count": countsItems = try truth(value, name)
    case "$filter": filter = try readFilter(value)
    case "$orderby": orderBy = try readOrder(value)
    case "$select": select = try readSelect(value)
    case "$expand": expand = try readExpand(value)
    case "$search":
      guard rules.searchable || rules.kind != .list else {
        throw .badRequest(
          "Search\(rules.name)",
          "The parameter $search is not currently supported on the \(rules.name) resource.")
      }
      search = value.split(separator: "\"").joined()
    case "$skiptoken", "$deltatoken", "$format": break
    default: throw .badRequest("BadRequest", "The query parameter '\(name)' is not supported.")
    }
  }

  private func whole(_ value: String, _ name: String) throws(GraphError) -> Int {
    guard let number = Int(value), number >= 0 else {
      throw .invalidQuery(Self.notPositive(value, name))
    }
    return number
  }

  private static func notPositive(_ value: String, _ name: String) -> String {
    "The query specified in the URI is not valid. Invalid value '\(value)' for \(name) query option "
      + "found. The \(name) query option requires a \(name == "$top" ? "positive" : "non-negative") "
      + "integer value."
  }

  private func truth(_ value: String, _ name: String) throws(GraphError) -> Bool {
    switch value.lowercased() {
    case "true": return true
    case "false": return false
    default:
      throw .invalidQuery("Invalid value '\(value)' for \(name) query option found.")
    }
  }

  private func readFilter(_ text: String) throws(GraphError) -> ODataFilter? {
    guard rules.kind == .list else { return nil }
    guard let filterRules = rules.filter else { throw .invalidFilter(ODataFilterParser.invalid) }
    do {
      return try ODataFilterParser.filter(text, rules: filterRules)
    } catch {
      throw .invalidFilter(error)
    }
  }

  private func readOrder(_ text: String) throws(GraphError) -> [ODataOrder] {
    guard rules.kind == .list else { return [] }
    var orders: [ODataOrder] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: " ").map(String.init)
      let direction = words.count > 1 ? words[1].lowercased() : "asc"
      guard let path = words.first, words.count <= 2, ["asc", "desc"].contains(direction) else {
        throw .badRequest("BadRequest", "Invalid OrderBy clause.")
      }
      guard let known = rules.sortable.first(where: { $0.lowercased() == path.lowercased() }) else {
        throw .invalidQuery(
          "The query specified in the URI is not valid. The property '\(path)' cannot be used in "
            + "the $orderby query option.")
      }
      orders.append(
        ODataOrder(
          path: known.split(separator: "/").map(String.init), descending: direction == "desc"))
    }
    return orders
  }

  private func readSelect(_ text: String) throws(GraphError) -> [String]? {
    var names: [String] = []
    for part in text.split(separator: ",") {
      let name = part.filter { !$0.isWhitespace }
      if name == "*" { return nil }
      // A part of a property selects all of it.
      let first = String(name.prefix { $0 != "/" })
      let known = (rules.properties + rules.expandable + rules.unexpandable)
        .first { $0.lowercased() == first.lowercased() }
      guard known != nil || rules.properties.isEmpty else { throw .unknownSelection(first, rules) }
      if let name = known ?? Optional(first), !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : names
  }

  private func readExpand(_ text: String) throws(GraphError) -> [ODataExpand] {
    guard rules.kind != .delta else { return [] }
    let asked: [ODataExpand]
    do {
      asked = try ODataExpand.parse(text)
    } catch {
      throw .badRequest("BadRequest", "Parsing OData Select and Expand failed: \(error.message)")
    }
    var expands: [ODataExpand] = []
    for var expand in asked {
      let name = expand.name.lowercased()
      guard let known = rules.expandable.first(where: { $0.lowercased() == name }) else {
        let exists = (rules.properties + rules.unexpandable).contains { $0.lowercased() == name }
        guard exists else { throw .unknownSelection(expand.name, rules) }
        throw .badRequest(
          "ExpandNotSupported",
          "Expand is not allowed for property '\(expand.name)' according to the entity schema.")
      }
      expand.name = known
      expands.append(expand)
    }
    return expands
  }

  /// Refuses what does not go with change tracking, all of it in one message.
  private func refuseUntracked(_ names: Set<String>) throws(GraphError) {
    guard rules.kind == .delta else { return }
    let untracked = ["$orderby", "$filter", "$select", "$expand", "$search"].filter { name in
      names.contains(name) && !(name == "$select" && rules.deltaSelects)
    }
    guard !untracked.isEmpty else { return }
    throw .invalidQuery(
      "The following parameters are not supported with change tracking over the '\(rules.name)' "
        + "resource: '\(untracked.joined(separator: ", "))'.")
  }
}

extension GraphError {
  fileprivate static func invalidQuery(_ message: String) -> GraphError {
    .badRequest("ErrorInvalidUrlQuery", message)
  }

  fileprivate static func invalidFilter(_ error: ODataSyntaxError) -> GraphError {
    .badRequest("ErrorInvalidUrlQueryFilter", error.message)
  }

  fileprivate static func unknownSelection(_ name: String, _ rules: ResourceRules) -> GraphError {
    .badRequest(
      "BadRequest",
      "Parsing OData Select and Expand failed: Could not find a property named '\(name)' on type "
        + "'\(rules.typeName)'.")
  }
}
