package import JSON

/// Where a request was asked for, to make links and contexts that lead back to the same host.
package struct RequestAddress: Equatable, Sendable {
  /// Scheme, host, port and version as asked: `http://127.0.0.1:8080/v1.0`.
  package var root: String
  /// The path below the root as it came, encoding included: `/me/contacts`.
  package var path: String

  package init(root: String, path: String) {
    self.root = root
    self.path = path
  }

  /// An absolute link to this path with `query`.
  package func link(_ query: QueryString) -> String {
    root + path + (query.items.isEmpty ? "" : "?" + query.encoded)
  }

  /// The `@odata.context` of an answer.
  ///
  /// - Parameters:
  ///   - name: what the metadata calls the set: `users('…')/contacts`, `Me/mailboxSettings`.
  ///   - select: the properties asked for, shown in parentheses.
  ///   - entity: whether the answer is one item of the set.
  /// - Returns: an absolute address below the root that was asked.
  package func context(_ name: String, select: [String]? = nil, entity: Bool = false) -> String {
    root + "/$metadata#" + name + (select.map { "(" + $0.joined(separator: ",") + ")" } ?? "")
      + (entity ? "/$entity" : "")
  }
}

extension QueryOptions {
  /// The body of a list: context, count, the page's items as the request wants them, and the link to
  /// the next page.
  ///
  /// The link keeps every option that was asked for and sets `$skip`. `name` is what the metadata calls
  /// the set: `users('…')/contacts`.
  package func body(
    _ page: ODataPage<JSON>, of name: String, at address: RequestAddress
  ) -> JSON {
    var body: JSONObject = [
      "@odata.context": .string(address.context(name, select: select))
    ]
    if let count = page.count { body["@odata.count"] = .number(count) }
    body["value"] = .array(page.items.map(shaped))
    if let skip = page.nextSkip {
      body["@odata.nextLink"] = .string(address.link(query.setting("$skip", to: String(skip))))
    }
    return .object(body)
  }

  /// The body of one item: context and the item as the request wants it.
  package func body(_ item: JSON, of name: String, at address: RequestAddress) -> JSON {
    var body: JSONObject = [
      "@odata.context": .string(address.context(name, select: select, entity: true))
    ]
    guard case .object(let item) = shaped(item) else { return .object(body) }
    for (key, value) in item { body[key] = value }
    return .object(body)
  }
}

extension RequestAddress {
  /// Where `call` was sent to.
  package init(_ call: GraphCall) { self.init(root: call.root, path: call.path) }
}

extension QueryOptions {
  /// The options of `call`.
  ///
  /// - Throws: 400 for an option that cannot be read or that the resource does not take.
  package init(_ call: GraphCall, for rules: ResourceRules) throws(GraphError) {
    try self.init(QueryString(call.rawQuery), for: rules)
  }
}
