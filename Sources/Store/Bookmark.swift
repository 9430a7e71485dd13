/// How far somebody has been told of the changes of a mailbox.
package struct Bookmark: Sendable, Hashable {
  /// The name it is kept under; nil for one that ends with this process.
  package var name: String?
  /// What is told of, in words that two bookmarks of one name share only where they tell of the same.
  package var scope: String

  package init(name: String? = nil, scope: String) {
    self.name = name
    self.scope = scope
  }

  /// The schema of the file that its tables are in.
  var schema: String { name == nil ? "temp" : "main" }
}
