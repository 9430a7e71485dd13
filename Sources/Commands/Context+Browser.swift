import GraphAPI
import HTTP
import Host

extension Context {
  /// Opens a page of the web with the person's browser and says so; `what` is told before its address.
  ///
  /// `alternative` is the command that prints the address instead. A browser in the terminal has it until
  /// it ends; of others only a failure at once is noticed.
  func open(_ address: String, _ what: String, alternative: String) async throws(Failure) {
    if options.dryRun { return note("dry run: would open \(what): \(address)") }
    guard let browser = Browser(environment, isInstalled: programs.isInstalled),
      let words = browser.command(for: address)
    else {
      throw Failure(
        .general, "there is no browser to open \(what) with", why: address,
        hint: "set BROWSER, or print the address with \(alternative)")
    }
    let program: SpawnedProgram?
    do {
      program = try programs.start(words, browser.isInTerminal ? .terminal : .none)
    } catch {
      throw Failure(
        .general, "the browser could not be started", why: error.description,
        hint: "open \(address) by hand")
    }
    note("opening \(what): \(address)")
    if let status = await status(of: program, waitsForEnd: browser.isInTerminal), status != 0 {
      throw Failure(
        .general, "the browser could not open the page",
        why: "\(words[0]) ended with status \(status)",
        hint: "open \(address) by hand, or set BROWSER to another program")
    }
  }

  /// How a browser ended; nil while it runs.
  private func status(of program: SpawnedProgram?, waitsForEnd: Bool) async -> Int32? {
    guard let program else { return nil }
    if waitsForEnd { return try? await program.finish(clock: machineClock) }
    for _ in 0..<20 {
      if let status = program.exitStatus() { return status }
      guard (try? await machineClock.sleep(.milliseconds(20))) != nil else { return nil }
    }
    return nil
  }
}

/// The page of an item in Outlook on the web.
///
/// The address comes with the item, so that only those of Outlook itself are opened.
enum OutlookPage {
  /// Source: Microsoft, "Office 365 URLs and IP address ranges", for the clouds that Graph is in.
  private static let hosts = [
    "outlook.office.com", "outlook.office365.com", "outlook.live.com", "outlook.cloud.microsoft",
    "outlook.office365.us", "outlook-dod.office365.us", "webmail.apps.mil", "partner.outlook.cn",
  ]

  /// Whether an address is one of Outlook, or of the very server that Graph was asked at.
  static func isTrusted(_ address: String, root: String) -> Bool {
    guard let url = HTTPURL(address) else { return false }
    if let home = HTTPURL(root), url.hasSameOrigin(as: home) { return true }
    return url.scheme == .https && hosts.contains(url.host)
  }
}
