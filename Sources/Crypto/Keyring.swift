import CSecret
import Glibc
import Synchronization

/// Why the desktop's keyring gave or took nothing.
package enum KeyringError: Error, Sendable, Hashable {
  /// libsecret is not on this machine, or is too old.
  case noLibrary(String)
  /// The keyring itself says no.
  case refused(String)
  /// It did not answer in time; it may be waiting for somebody to unlock it.
  case silent(seconds: Int)

  /// One line without a full stop.
  package var reason: String {
    switch self {
    case .noLibrary(let what): "libsecret cannot be used: \(what) (Debian package libsecret-1-0)"
    case .refused(let what): "the keyring says: \(what)"
    case .silent(let seconds): "the keyring did not answer within \(seconds) seconds"
    }
  }
}

/// The desktop's keyring, by the Secret Service through libsecret.
///
/// It lives on the session bus. Whether there is one has to be found out before: libsecret would start
/// one otherwise.
package struct Keyring: Sendable {
  /// The file name of the library.
  private let library: String
  private let timeLimit: Int

  /// The time limit is in seconds; a person may have to unlock the keyring meanwhile.
  package init(library: String = "libsecret-1.so.0", timeLimit: Int = 60) {
    self.library = library
    self.timeLimit = timeLimit
  }

  /// The text stored for a token cache; nil where there is none.
  package func text(for cache: String) throws(KeyringError) -> String? {
    try patiently { (table) throws(KeyringError) in
      var problem: UnsafeMutablePointer<CChar>?
      let found = unsafe graphcal_secret_lookup(table.pointee, cache, &problem)
      defer {
        unsafe free(found)
        unsafe free(problem)
      }
      if let problem = unsafe problem { throw .refused(unsafe String(cString: problem)) }
      return unsafe found.map { unsafe String(cString: $0) }
    }
  }

  /// Stores a text for a token cache in place of an earlier one.
  package func store(_ text: String, for cache: String) throws(KeyringError) {
    _ = try patiently { (table) throws(KeyringError) -> String? in
      guard let problem = unsafe graphcal_secret_store(table.pointee, cache, text) else {
        return nil
      }
      defer { unsafe free(problem) }
      throw .refused(unsafe String(cString: problem))
    }
  }

  /// Calls the library on a thread of its own, since some keyrings never answer.
  private func patiently(
    _ body: @escaping @Sendable (Table) throws(KeyringError) -> String?
  ) throws(KeyringError) -> String? {
    let table = try Table(library)
    let call = Call { Result { () throws(KeyringError) in try body(table) } }
    guard call.start() else { throw .refused("there is no thread for it") }
    for _ in 0..<timeLimit * 100 {
      if let result = call.result { return try result.get() }
      usleep(10_000)
    }
    throw .silent(seconds: timeLimit)
  }
}

/// The functions of an opened libsecret.
///
/// Unchecked: filled before anybody sees it and never changed.
@safe private struct Table: @unchecked Sendable {
  let pointee: UnsafePointer<graphcal_secret>

  init(_ library: String) throws(KeyringError) {
    let table = UnsafeMutablePointer<graphcal_secret>.allocate(capacity: 1)
    unsafe table.initialize(to: graphcal_secret())
    if let problem = unsafe graphcal_secret_open(library, table) {
      let text = unsafe String(cString: problem)
      unsafe table.deallocate()
      throw .noLibrary(text)
    }
    // Kept to the end of the process, as the library itself is.
    unsafe pointee = UnsafePointer(table)
  }
}

/// One call on a thread of its own, and what came of it.
private final class Call: Sendable {
  private let body: @Sendable () -> Result<String?, KeyringError>
  private let outcome = Mutex<Result<String?, KeyringError>?>(nil)

  init(_ body: @escaping @Sendable () -> Result<String?, KeyringError>) { self.body = body }

  var result: Result<String?, KeyringError>? { outcome.withLock { $0 } }

  func start() -> Bool {
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(self)
    let code = unsafe pthread_create(
      &thread, nil,
      { object in
        if let object = unsafe object {
          let call = unsafe Unmanaged<Call>.fromOpaque(object).takeRetainedValue()
          let result = call.body()
          call.outcome.withLock { $0 = result }
        }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
