package import JSON

/// One page of a collection.
package struct ODataPage<Item> {
  package var items: [Item]
  /// Items of the whole collection after the filter, when `$count=true` asked for it.
  package var count: Int?
  /// The `$skip` of the next page; nil on the last one.
  package var nextSkip: Int?

  package init(items: [Item], count: Int? = nil, nextSkip: Int? = nil) {
    self.items = items
    self.count = count
    self.nextSkip = nextSkip
  }
}

extension ODataPage: Sendable where Item: Sendable {}

extension QueryOptions {
  /// The items of a page, by `$top`, else by the wish of `Prefer: odata.maxpagesize` in `preferred`,
  /// else by what the resource gives.
  package func pageSize(preferred: Int? = nil) -> Int {
    top ?? preferred.map { max(1, min($0, rules.largestPage)) } ?? rules.page
  }

  /// Filters and sorts `items` and cuts out the page that was asked for.
  ///
  /// Without `$orderby` the order of `items` stays.
  ///
  /// - Parameters:
  ///   - items: the whole collection.
  ///   - preferred: the wish of `Prefer: odata.maxpagesize`.
  ///   - value: the value at a path of an item, where that is cheaper to tell than the whole item;
  ///     it serves `$orderby` alone.
  ///   - document: the item as JSON; called only when the options need it.
  /// - Returns: the page, its items as they came.
  package func page<Item>(
    of items: [Item], preferred: Int? = nil, value: ((Item, [String]) -> JSON)? = nil,
    document: (Item) -> JSON
  ) -> ODataPage<Item> {
    var items = items
    if filter != nil || search != nil {
      items = items.filter { item in
        let item = document(item)
        return (filter?.matches(item) ?? true) && (search.map { item.mentions($0) } ?? true)
      }
    }
    if !orderBy.isEmpty {
      items = sorted(items) { item, path in
        value?(item, path) ?? ODataOperand.path(path).value(in: document(item), variables: [:])
      }
    }
    return cut(items, preferred: preferred)
  }

  /// The same for items with a test of their own in place of the filter; `value` serves `$orderby`.
  package func page<Item>(
    of items: [Item], preferred: Int? = nil, matching test: ((Item) -> Bool)?,
    value: (Item, [String]) -> JSON
  ) -> ODataPage<Item> {
    let kept = test.map { items.filter($0) } ?? items
    return cut(orderBy.isEmpty ? kept : sorted(kept, value: value), preferred: preferred)
  }

  /// The page of `items` that was asked for, when they are filtered and sorted already.
  package func cut<Item>(_ items: [Item], preferred: Int? = nil) -> ODataPage<Item> {
    let start = min(skip, items.count)
    let end = min(start + pageSize(preferred: preferred), items.count)
    return ODataPage(
      items: Array(items[start..<end]), count: countsItems ? items.count : nil,
      nextSkip: end < items.count ? end : nil)
  }

  /// `items` by `$orderby`; equal ones keep their order.
  private func sorted<Item>(_ items: [Item], value: (Item, [String]) -> JSON) -> [Item] {
    let keyed = items.enumerated().map { index, item in
      (index: index, keys: orderBy.map { ODataSortKey(value(item, $0.path)) })
    }
    let order = keyed.sorted { left, right in
      for (place, order) in orderBy.enumerated() where left.keys[place] != right.keys[place] {
        return (left.keys[place] < right.keys[place]) != order.descending
      }
      return left.index < right.index
    }
    return order.map { items[$0.index] }
  }

  /// An item as the request wants to see it: without what was not expanded, with what was selected.
  ///
  /// `@odata` annotations and, except for users, `id` always come.
  package func shaped(_ item: JSON) -> JSON {
    guard case .object(let object) = item else { return item }
    let wanted = select.map(Set.init)
    var result = JSONObject()
    for (key, value) in object {
      if rules.expandable.contains(key) {
        guard let expand = expand.first(where: { $0.name == key }) else { continue }
        if let value = expand.shaped(value) { result[key] = value }
        continue
      }
      let belongs = wanted.map { $0.contains(key) && !rules.lostBySelect.contains(key) } ?? true
      if belongs || key.hasPrefix("@") || (key == "id" && rules.keepsID) { result[key] = value }
    }
    return .object(result)
  }
}

extension ODataExpand {
  /// Whether the filter names this extension by `extensionName`, which may stand for its id.
  private func matchesByName(_ element: JSON) -> Bool {
    guard let name = element["extensionName"], case .object(var object) = element else {
      return false
    }
    object["id"] = name
    return filter?.matches(.object(object)) ?? true
  }

  /// The expanded value; nil when a filter leaves nothing of it, since Graph then omits it.
  fileprivate func shaped(_ value: JSON) -> JSON? {
    guard case .array(let elements) = value else { return value }
    let kept = elements.filter { filter?.matches($0) ?? true || matchesByName($0) }
    guard !kept.isEmpty || filter == nil else { return nil }
    guard let select else { return .array(kept) }
    let wanted = Set(select.map { $0.lowercased() } + ["id"])
    return .array(
      kept.map { element in
        guard case .object(let object) = element else { return element }
        return .object(
          JSONObject(
            object.members.filter { wanted.contains($0.key.lowercased()) || $0.key.hasPrefix("@") }
              .map { ($0.key, $0.value) }))
      })
  }
}

extension JSON {
  /// Whether a text anywhere in this has a word that starts with each word of `terms`.
  fileprivate func mentions(_ terms: String) -> Bool {
    let words = Set(
      texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    return terms.lowercased().split { !$0.isLetter && !$0.isNumber }.allSatisfy { term in
      words.contains { $0.hasPrefix(term) }
    }
  }

  private var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    default: []
    }
  }
}
