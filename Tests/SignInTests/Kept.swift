import Synchronization

import SignIn

/// The last refusal that was remembered.
final class Kept: Sendable {
  private let stored = Mutex<Refusal?>(nil)

  var value: Refusal? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
