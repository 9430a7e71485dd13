import Crypto
import FoundationEssentials
import Host
import SignIn

extension TokenCacheSeal {
  /// The encryption that the preferences ask for; nil for a plain file.
  static func configured(
    by preferences: Configuration, path: String, environment: Environment, machinery: Machinery
  ) -> TokenCacheSeal? {
    let randomness = machinery.randomness
    if let words = preferences.tokenKeyCommand {
      let programs = machinery.programs
      return TokenCacheSeal(source: .command, randomness: randomness) { () throws(SignInError) in
        try passphrase(printedBy: words, programs)
      }
    }
    guard preferences.tokenKeyring else { return nil }
    return TokenCacheSeal(source: .keyring, randomness: randomness) { () throws(SignInError) in
      try key(in: Keyring(), for: path, environment, randomness)
    }
  }

  private static func passphrase(
    printedBy words: [String], _ programs: ProgramStarter
  ) throws(SignInError) -> [UInt8] {
    let name = words.first ?? ""
    var status: Int32 = 0
    var output: [UInt8] = []
    do {
      guard let program = try programs.start(words, .captured) else { return [] }
      output = try program.output(limit: 1 << 16)
      status = program.wait()
    } catch {
      throw noKey("\(name): \(error.explanation)", hint: "mend TokenKeyCommand in config.json")
    }
    guard status == 0 else {
      throw noKey(
        "\(name) ended with status \(status)", hint: "run that command by itself to see why")
    }
    // The line end belongs to the printing, not to the passphrase.
    while let last = output.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      output.removeLast()
    }
    guard !output.isEmpty else {
      throw noKey("\(name) printed nothing", hint: "make it print the passphrase on stdout")
    }
    return output
  }

  /// The key in the desktop's keyring, made and stored there when it is missing.
  ///
  /// Nothing is asked where no session bus is, since libsecret would start one.
  private static func key(
    in keyring: Keyring, for path: String, _ environment: Environment, _ randomness: Randomness
  ) throws(SignInError) -> [UInt8] {
    let runtime = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
    let hasBus =
      environment["DBUS_SESSION_BUS_ADDRESS"] != nil
      || runtime.map { (try? Files.status(of: $0)) ?? nil != nil } ?? false
    guard hasBus else {
      throw noKey(
        "there is no session bus, so no keyring either",
        hint: "sign in to the desktop, or use TokenKeyCommand in place of TokenKeyring")
    }
    do {
      if let text = try keyring.text(for: path), let key = Data(base64Encoded: text) {
        return Array(key)
      }
      let key = randomness.bytes(SealedText.keyCount)
      try keyring.store(Data(key).base64EncodedString(), for: path)
      return key
    } catch {
      throw noKey(
        error.reason, hint: "unlock the keyring, or use TokenKeyCommand in place of TokenKeyring")
    }
  }

  private static func noKey(_ why: String, hint: String) -> SignInError {
    SignInError(
      .failed, "the key of the token cache cannot be had", why: why, hint: hint, code: "cache_key")
  }
}
