import SignIn
import Store

extension SignInMemory {
  /// Kept in the state file, so that the next run knows it.
  static func remembered(in state: StateStore) -> SignInMemory {
    SignInMemory(
      recall: { name in await state.setting("signIn:\(name)") },
      remember: { name, text in await state.set("signIn:\(name)", text) })
  }
}
