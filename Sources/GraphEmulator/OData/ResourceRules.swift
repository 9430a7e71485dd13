/// What one collection, or one item of it, takes behind the `?`.
package struct ResourceRules: Sendable {
  /// How a resource turns away what it does not take.
  package enum Kind: Sendable {
    case list
    /// A delta call, which names the options that change tracking does not go with.
    case delta
    /// One item or a value: only `$select` and `$expand` mean something.
    case item
  }

  /// As Graph's messages call it: `Events`.
  package var name: String
  package var kind: Kind
  /// As the metadata calls the type: `microsoft.graph.event`.
  package var typeName: String
  /// Every plain property in the metadata's spelling; empty where any name may be selected.
  package var properties: [String]
  package var filter: FilterRules?
  /// Paths that `$orderby` takes, in the metadata's spelling.
  package var sortable: [String]
  /// Properties that `$expand` brings and that answers leave out without it.
  package var expandable: [String]
  /// Properties of the type that are neither plain nor expandable, such as `photo`.
  package var unexpandable: [String]
  package var searchable: Bool
  /// Items of a page when the request says nothing.
  package var page: Int
  /// The most items of a page; a larger `$top` counts as this.
  package var largestPage: Int
  /// Plain properties that come only without `$select`.
  package var lostBySelect: [String] = []
  /// Whether a delta call of this resource takes `$select`.
  package var deltaSelects: Bool
  /// Whether `id` comes even when `$select` does not name it; true of all but `user`.
  package var keepsID: Bool

  package init(
    name: String, kind: Kind = .list, typeName: String, properties: [String] = [],
    filter: FilterRules? = nil, sortable: [String] = [], expandable: [String] = [],
    unexpandable: [String] = [], searchable: Bool = false, page: Int = 10,
    largestPage: Int = 1000, deltaSelects: Bool = false, keepsID: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.typeName = typeName
    self.properties = properties
    self.filter = filter
    self.sortable = sortable
    self.expandable = expandable
    self.unexpandable = unexpandable
    self.searchable = searchable
    self.page = page
    self.largestPage = largestPage
    self.deltaSelects = deltaSelects
    self.keepsID = keepsID
  }

  /// The same type, asked for as `kind`.
  package func asked(as kind: Kind, name: String? = nil) -> ResourceRules {
    var rules = self
    rules.kind = kind
    if let name { rules.name = name }
    return rules
  }
}
