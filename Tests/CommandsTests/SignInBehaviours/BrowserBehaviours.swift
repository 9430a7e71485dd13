import Crypto
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Signing in with a browser: authorization code with PKCE on loopback.
@Suite struct BrowserBehaviours {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  /// The state of an attempt on a machine whose random bytes count up.
  static let countedState = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

  @Test
  func `B1 state, nonce and PKCE are fresh for each sign-in, from the system's random source`()
    async throws
  {
    var seen: Set<String> = []
    for _ in 0..<2 {
      let pages = Locked<[ScriptedBrowser.Page]>([])
      let browser = ScriptedBrowser { page in
        pages.withLock { $0.append(page) }
        await page.comeBack(["code": "code-1"])
      }
      var machine = await Machine(home: home, browser: browser)
      machine.randomness = .system
      let login = await machine.run("login")
      #expect(login.status == 0, "\(login.errors)")
      let page = try #require(pages.withLock { $0.first })
      let form = try #require(login.requests("POST", "/token").first).form
      let verifier = try #require(form["code_verifier"])
      #expect((43...128).contains(verifier.count))
      #expect(
        verifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) })
      let digest = Data(try SHA256.digest(Array(verifier.utf8))).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(page.items["code_challenge"] == digest)
      #expect(page.items["code_challenge_method"] == "S256")
      for value in [page.items["state"], page.items["nonce"], verifier] {
        #expect(try #require(value).count >= 22, "128 bits at least")
        #expect(seen.insert(try #require(value)).inserted, "used before: \(value ?? "")")
      }
    }
  }

  @Test func `B1 tokens of another attempt are refused`() async throws {
    var machine = await Machine(home: home, browser: .approving)
    machine.randomness = .system
    await machine.service.script(Identity.tokenPath, Identity.tokens(1, nonce: "of-another"))
    let login = await machine.run("login")
    #expect(login.status == 4)
    #expect(login.errors.contains("the tokens belong to another attempt"))
    #expect(try Files.status(of: home.tokenCache) == nil)
  }

  @Test func `B2 it listens on loopback alone, on a port of the system's choice`() async throws {
    let listeners = Locked<[String]>([])
    let browser = ScriptedBrowser { page in
      let found = Self.listeners(onPort: page.port)
      listeners.withLock { $0 += found }
      await page.comeBack(["code": "code-1"])
    }
    let first = await Machine(home: home, browser: browser).run("login")
    #expect(first.status == 0, "\(first.errors)")
    let found = Set(listeners.withLock { $0 })
    #expect(found.contains("0100007F"), "127.0.0.1")
    #expect(found.isSubset(of: ["0100007F", "00000000000000000000000001000000"]), "\(found)")
  }

  /// The addresses that something listens on, in the hexadecimal of the kernel.
  private static func listeners(onPort port: Int) -> [String] {
    let suffix = ":" + String(port, radix: 16, uppercase: true).leftPadded(to: 4)
    return ["tcp", "tcp6"].flatMap { table -> [String] in
      let bytes = Self.wholeFile("/proc/net/\(table)")
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        // State 0A is LISTEN.
        guard fields.count > 3, fields[3] == "0A", fields[1].hasSuffix(suffix) else { return nil }
        return String(fields[1].dropLast(suffix.count))
      }
    }
  }

  /// All of a file of the kernel, which has no size and gives out a piece a call.
  private static func wholeFile(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return bytes }
      bytes += piece.prefix(count)
    }
  }

  @Test func `B3 strangers neither end nor crash the wait`() async throws {
    let statuses = Locked<[Int?]>([])
    let browser = ScriptedBrowser { page in
      let host = "127.0.0.1:\(page.port)"
      let raw = [
        "GET /favicon.ico HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /elsewhere?code=x&state=\(page.state) HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /?code=x&state=wrong HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /?code=x HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /?code=x&state=\(page.state) HTTP/1.1\r\nHost: evil.example:\(page.port)\r\n\r\n",
        "GET /?code=x&state=\(page.state) HTTP/1.1\r\n\r\n",
        "DELETE /?code=x&state=\(page.state) HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        "\u{16}\u{3}\u{1} TLS\r\n\r\n",
      ]
      for text in raw {
        let reply = try? await RawClient.converse(port: page.port, Array(text.utf8))
        statuses.withLock { $0.append(reply.flatMap(RawReply.init)?.status) }
      }
      let flood = Array("GET /?\(String(repeating: "a", count: 80_000))".utf8)
      let reply = try? await RawClient.converse(port: page.port, flood)
      statuses.withLock { $0.append(reply.flatMap(RawReply.init)?.status) }
      // Somebody who never ends the request, and many who say nothing.
      let half = "POST / HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 99\r\n\r\nhalf"
      let idle = (0..<40).map { number in
        try? RawClient.linger(port: page.port, sending: number == 0 ? Array(half.utf8) : [])
      }
      await page.comeBack(["code": "code-1"])
      withExtendedLifetime(idle) {}
    }
    let login = await Machine(home: home, browser: browser).run("login")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.requests("POST", "/token").map { $0.form["code"] } == ["code-1"])
    let expected: [Int?] = [404, 404, 404, 400, 400, 404, 404, 400, 400, 400, 413]
    #expect(statuses.withLock { $0 } == expected)
  }

  @Test(arguments: ["GET", "POST"])
  func `B4 both ways back work, and a second hit redeems nothing`(method: String) async throws {
    let replies = Locked<[String]>([])
    let done = Locked(false)
    let browser = ScriptedBrowser { page in
      for _ in 0..<2 {
        let reply = await page.comeBack(["code": "code-1"], method: method)
        replies.withLock { $0.append(reply.map { String(decoding: $0.body, as: UTF8.self) } ?? "") }
      }
      done.withLock { $0 = true }
    }
    let login = await Machine(home: home, browser: browser).run("login", "--browser")
    #expect(login.status == 0, "\(login.errors)")
    #expect(await eventually { done.withLock { $0 } })
    #expect(login.requests("POST", "/token").count == 1)
    let pages = replies.withLock { $0 }
    #expect(pages[0].contains("You are signed in") && pages[0].contains(Identity.user))
    #expect(pages[1].contains("Already received"))
    let form = try #require(login.requests("POST", "/token").first).form
    #expect(form["grant_type"] == "authorization_code")
    #expect(form["redirect_uri"]?.hasPrefix("http://localhost:") == true)
  }

  @Test func `B5 a refusal ends the wait with its own words, and the page escapes them`()
    async throws
  {
    let page = Locked("")
    let browser = ScriptedBrowser { visit in
      let reply = await visit.comeBack([
        "error": "access_denied",
        "error_description":
          "AADSTS65004: <script>alert('x')</script> & \"more\"\r\nTrace ID: 1\r\nCorrelation ID: 2",
      ])
      page.withLock { $0 = reply.map { String(decoding: $0.body, as: UTF8.self) } ?? "" }
    }
    let login = await Machine(home: home, browser: browser).run("login", "--browser")
    #expect(login.status == 4)
    #expect(login.errors.contains("the sign-in was declined"))
    #expect(await eventually { !page.withLock { $0.isEmpty } })
    let html = page.withLock { $0 }
    #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;more&quot;"))
    #expect(!html.contains("<script"))
    #expect(try Files.status(of: home.tokenCache) == nil)
  }

  @Test func `B6 the wait ends by itself after five minutes, with a hint before`() async throws {
    let ports = Locked<[Int]>([])
    let browser = ScriptedBrowser { page in ports.withLock { $0.append(page.port) } }
    let machine = await Machine(home: home, browser: browser)
    let clock = machine.clock
    // Time goes on until the wait has ended, whenever that began.
    let hours = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(100))
        if !ports.withLock({ $0.isEmpty }) { clock.advance(by: .seconds(61)) }
      }
    }
    let login = await machine.run("login", "--browser")
    hours.cancel()
    #expect(login.status == 4)
    #expect(login.errors.contains("53003, 530033 or 530035"))
    #expect(login.errors.contains("the browser did not come back within 5 minutes"))
    let port = try #require(ports.withLock { $0.first })
    #expect(Self.listeners(onPort: port).isEmpty, "the port is closed")
  }

  @Test func `B6 Ctrl-C ends the wait, and the port is closed afterwards`() async throws {
    let ports = Locked<[Int]>([])
    let run = Locked<Task<Outcome, Never>?>(nil)
    let browser = ScriptedBrowser { page in
      ports.withLock { $0.append(page.port) }
      run.withLock { $0?.cancel() }
    }
    let machine = await Machine(home: home, browser: browser)
    let task = run.withLock { run in
      let task = Task { await machine.run("login", "--browser") }
      run = task
      return task
    }
    let login = await task.value
    #expect(login.status == 130)
    let port = try #require(ports.withLock { $0.first })
    #expect(Self.listeners(onPort: port).isEmpty, "the port is closed")
    #expect(try Files.status(of: home.tokenCache) == nil)
  }

  @Test(arguments: [
    "http://localhost:1/?code=code-1&state=\(countedState)",
    "  \"http://localhost:1/?state=\(countedState)&code=code-1&session_state=x#\"",
    "code=code-1&state=\(countedState)", "M.C5_code-1-which-is-long-enough",
  ])
  func `B7 without a browser the address is printed and pasted back`(pasted: String) async throws {
    var machine = await Machine(home: home, browser: .approving, ["DISPLAY": ""])
    machine.typed = ["", "what?", "http://localhost:1/?code=evil&state=of-another", pasted]
    let login = await machine.run("login", "--no-browser")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.errors.contains("response_mode=query"))
    #expect(login.errors.contains("paste it here"))
    #expect(login.errors.contains("that holds no answer of a sign-in"))
    #expect(login.errors.contains("that address belongs to another sign-in"))
    let codes = login.requests("POST", "/token").map { $0.form["code"] ?? "" }
    #expect(codes.count == 1 && codes[0].contains("code-1"))
  }

  @Test(arguments: [
    (["DISPLAY": ":0"], "browser"), (["WAYLAND_DISPLAY": "wayland-0"], "browser"),
    (["DISPLAY": ""], "device code"), (["DISPLAY": "", "BROWSER": "xdg-open"], "browser"),
    (["DISPLAY": "", "SSH_CONNECTION": "1", "BROWSER": "xdg-open"], "device code"),
    (["DISPLAY": ":10", "SSH_CONNECTION": "1"], "browser"),
    (["DISPLAY": "", "container": "podman"], "device code"),
  ])
  func `B7 login picks the way that works here, and says how to go the other`(
    variables: [String: String], method: String
  ) async throws {
    let machine = await Machine(home: home, browser: .approving, variables)
    await machine.service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    let login = await machine.run("login")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.errorLines.first?.hasPrefix("signing in by \(method); graphcal login --") == true)
  }

  @Test func `B8 BROWSER is honoured word by word, without any shell`() async throws {
    let browser = ScriptedBrowser(installed: ["my-browser"]) { await $0.comeBack(["code": "c"]) }
    let machine = await Machine(
      home: home, browser: browser, ["BROWSER": "my-browser  --new $(touch x) %s --end"])
    let login = await machine.run("login", "--browser")
    #expect(login.status == 0, "\(login.errors)")
    let words = try #require(browser.commands.first)
    #expect(Array(words.prefix(4)) == ["my-browser", "--new", "$(touch", "x)"])
    #expect(words.count == 6 && words[4].hasPrefix("https://") && words[5] == "--end")
    #expect(words[4].utf8.allSatisfy { (0x21...0x7E).contains($0) }, "encoded to the last letter")
  }

  @Test func `B8 a browser that does not start leaves the address to open by hand`() async throws {
    var machine = await Machine(
      home: home, browser: .approving, ["BROWSER": "not-there"])
    machine.typed = nil
    let clock = machine.clock
    let run = Task { [machine] in await machine.run("login", "--browser") }
    Task {
      try? await Task.sleep(for: .milliseconds(100))
      clock.advance(by: .seconds(61))
      try? await Task.sleep(for: .milliseconds(100))
      clock.advance(by: .seconds(400))
    }
    let login = await run.value
    #expect(login.errors.contains("could not be opened (not-there: no such file or directory)"))
    #expect(login.errors.contains("/oauth2/v2.0/authorize?"))
  }

  @Test func `B9 code, verifier and tokens are in no output and no trace`() async throws {
    let machine = await Machine(home: home, browser: .approving)
    let trace = home.folder + "/trace.har"
    let login = await machine.run("login", "--browser", "--verbose", "--trace", trace)
    #expect(login.status == 0, "\(login.errors)")
    let form = try #require(login.requests("POST", "/token").first).form
    let archive = try home.read(trace)
    #expect(archive.contains("code_verifier"), "the exchange is there, its secrets are not")
    let secrets = [form["code"], form["code_verifier"], "access-1", "refresh-1"].compactMap(\.self)
    #expect(secrets.count == 4)
    for secret in secrets {
      #expect(!archive.contains("\"\(secret)\"") && !archive.contains("=\(secret)"), "\(secret)")
      #expect(!login.output.contains(secret), "\(secret)")
    }
    // The address that a person may have to open holds the state; nothing else does.
    let lines = login.errorLines.filter { !$0.contains("/authorize?") }.joined()
    for secret in secrets + [Self.countedState] { #expect(!lines.contains(secret), "\(secret)") }
  }

  @Test func `for scripts what a person has to do is one line of JSON`() async throws {
    let machine = await Machine(home: home, browser: .approving)
    let login = await machine.run("login", "--browser", "--json")
    #expect(login.status == 0, "\(login.errors)")
    let prompt = try JSON(parsing: login.errorLines[0])
    #expect(prompt["authorization_uri"]?.string?.contains("/authorize?") == true)
    #expect(prompt["redirect_uri"]?.string?.hasPrefix("http://localhost:") == true)
    #expect(try login.json["account"] == .string(Identity.user))
  }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
