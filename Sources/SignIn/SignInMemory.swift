/// Small texts that outlive a run: claims that a sign-in has to bring, and how consent was refused.
///
/// None is a secret. Where nothing is kept, a sign-in works with less to say.
package struct SignInMemory: Sendable {
  package var recall: @Sendable (_ name: String) async -> String?
  /// Nil removes the text.
  package var remember: @Sendable (_ name: String, _ text: String?) async -> Void

  package init(
    recall: @escaping @Sendable (_ name: String) async -> String?,
    remember: @escaping @Sendable (_ name: String, _ text: String?) async -> Void
  ) {
    self.recall = recall
    self.remember = remember
  }

  /// Remembers nothing.
  package static let none = SignInMemory(recall: { _ in nil }, remember: { _, _ in })
}
