/// The fields of a form or query; of two with one name the first counts.
struct FormFields: Sendable {
  let items: [(name: String, value: String)]

  init(_ text: some StringProtocol) { items = PercentCoding.items(text) }

  subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}
