import Glibc
import HTTP
import Host
import TestSupport

/// A browser by script: it is started with the address of the sign-in page and does what a test wants.
final class ScriptedBrowser: Sendable {
  /// The sign-in page that was opened, and the way back from it.
  struct Page: Sendable {
    let address: String
    /// What the page was asked for.
    let items: QueryItems
    let port: Int

    init?(_ address: String) {
      guard let url = HTTPURL(address), let query = url.query else { return nil }
      self.address = address
      items = QueryItems(parsing: query)
      guard let redirect = items["redirect_uri"].flatMap({ HTTPURL($0) }) else { return nil }
      port = Int(redirect.port)
    }

    var state: String { items["state"] ?? "" }

    /// Comes back with these items and the state, as the response mode has it.
    @discardableResult
    func comeBack(
      _ items: QueryItems, method: String? = nil, state: String? = nil
    ) async -> RawReply? {
      var items = items
      items["state"] = state ?? self.state
      let isForm = (method ?? (self.items["response_mode"] == "query" ? "GET" : "POST")) == "POST"
      let target = isForm ? "/" : "/?" + items.form
      return try? await RawClient.send(
        isForm ? "POST" : "GET", target, port: port,
        headers: isForm ? ["Content-Type: application/x-www-form-urlencoded"] : [],
        body: isForm ? Array(items.form.utf8) : [])
    }
  }

  private let started = Locked<[[String]]>([])
  private let pages = Locked<[String]>([])
  private let visit: @Sendable (Page) async -> Void
  private let installed: Set<String>

  /// - Parameters:
  ///   - installed: the programs that are there; others fail to start.
  ///   - visit: what happens once the page is open.
  init(
    installed: Set<String> = ["xdg-open"], visit: @escaping @Sendable (Page) async -> Void
  ) {
    self.installed = installed
    self.visit = visit
  }

  /// Approves at once.
  static let approving = ScriptedBrowser { await $0.comeBack(["code": "code-1"]) }

  /// The words of every program that was started.
  var commands: [[String]] { started.withLock { $0 } }

  var programs: ProgramStarter {
    ProgramStarter(isInstalled: { self.installed.contains($0) }) { (words, _) throws(HostError) in
      guard let name = words.first, self.installed.contains(name) else {
        throw HostError("start", words.first ?? "", .system(ENOENT))
      }
      self.started.withLock { $0.append(words) }
      let address = words.first { $0.contains("/oauth2/v2.0/authorize?") }
      if let page = address.flatMap(Page.init) { Task { await self.visit(page) } }
      return nil
    }
  }
}

extension Machine {
  /// A machine with a desktop and this browser, whose sign-ins succeed with tokens for Kim.
  init(
    home: TemporaryHome, browser: ScriptedBrowser, _ more: [String: String] = [:]
  ) async {
    let service = Service()
    await service.script(Identity.tokenPath, Identity.tokens(1))
    self.init(home: home, service, ["DISPLAY": ":0"].merging(more) { $1 })
    programs = browser.programs
  }
}
