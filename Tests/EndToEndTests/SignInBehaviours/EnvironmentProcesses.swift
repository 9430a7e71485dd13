import Foundation
import TestSupport
import Testing

/// Whole processes on machines and networks of every kind.
@Suite struct EnvironmentProcesses {
  @Test func `C1 a token comes through standard input, and is in no file`() async throws {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    let outcome = try await home.graphcal("today", "--token-file", "-", input: "piped-token\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bearers = platform.requests.map { $0["Authorization"] }
    #expect(!bearers.isEmpty && bearers.allSatisfy { $0 == "Bearer piped-token" })
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    for (line, words) in [
      ("graphcal today --token-file - < /dev/null", "is empty"),
      ("graphcal today --token-file - <&-", "cannot read the token from standard input"),
      ("echo two words | graphcal today --token-file -", "--token-file does not hold"),
    ] {
      let refused = try await home.shell(line)
      #expect(refused.status == 2, "\(line): \(refused.errors)")
      #expect(refused.errors.contains(words), "\(line): \(refused.errors)")
      #expect(!refused.errors.contains("two words"))
    }
  }

  @Test(arguments: [
    (407, "Proxy-Authenticate: Basic", "put name and password into HTTPS_PROXY"),
    (403, "X-Reason: no", "answered 403 to CONNECT"),
  ])
  func `C5 the proxy of the environment is asked, and named where it refuses`(
    status: Int, header: String, words: String
  ) async throws {
    let proxy = try LoopbackServer(.response(status, headers: [header], "", then: .close))
    let home = try Home(
      emulator: nil,
      [
        "GRAPHCAL_CLIENT_ID": ScriptedPlatform.client,
        "HTTPS_PROXY": "http://name:pass-word@127.0.0.1:\(proxy.port)",
      ])
    let outcome = try await home.graphcal("login", "--device-code")
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("127.0.0.1:\(proxy.port)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!outcome.errors.contains("pass-word"))
    #expect(proxy.requests.allSatisfy { $0.target == "login.microsoftonline.com:443" })
    #expect(!proxy.requests.isEmpty)
  }

  @Test(.enabled(if: Program.isInstalled("openssl"), "skipped: 2 runs over TLS, no openssl"))
  func `C5 a certificate that nobody knows is refused with a word on the company's CA`()
    async throws
  {
    let home = try Home(emulator: nil)
    let made = try await home.shell(
      """
      cd "$HOME" && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout key.pem -out cert.pem
      """)
    #expect(made.status == 0, "\(made.errors)")
    let emulator = try Emulator(
      "--tls-cert", home.path("cert.pem"), "--tls-key", home.path("key.pem"))
    let signIn = try Home(emulator: emulator)
    let refused = try await signIn.graphcal("login", "--device-code")
    #expect(refused.status == 7)
    #expect(refused.errors.contains("cannot make a secure connection to"))
    #expect(refused.errors.contains("name its CA certificate in SSL_CERT_FILE"))
    #expect(refused.errors.contains("update-ca-certificates"))
    let trusted = try await signIn.graphcal(
      "login", "--device-code", environment: ["SSL_CERT_FILE": home.path("cert.pem")])
    #expect(trusted.status == 0, "\(trusted.errors)")
  }

  @Test func `C6 no program is started and no message bus asked`() async throws {
    let platform = try ScriptedPlatform()
    let bus = try LoopbackServer(.close)
    let home = try Home(
      platform: platform,
      ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=127.0.0.1,port=\(bus.port)"])
    let traps = home.path("traps")
    try FileManager.default.createDirectory(atPath: traps, withIntermediateDirectories: true)
    for name in [
      "dbus-launch", "dbus-daemon", "dbus-run-session", "secret-tool", "gnome-keyring-daemon",
      "kwallet-query", "keyctl", "pass", "gpg", "xdg-open", "sh",
    ] {
      let script = "#!/bin/bash\necho \(name) >> '\(home.path("started"))'\n"
      try script.write(toFile: traps + "/" + name, atomically: false, encoding: .utf8)
      chmod(traps + "/" + name, 0o755)
    }
    for words in [["login", "--device-code"], ["status"], ["today"], ["token"], ["logout"]] {
      let outcome = try await Program.run(
        Program.path("graphcal"), words,
        environment: home.environment.merging(["PATH": traps + ":/usr/bin:/bin"]) { $1 })
      #expect(outcome.status == 0, "\(outcome.errors)")
      if words == ["status"] { #expect(outcome.output.contains("(a plain file)")) }
    }
    #expect(!FileManager.default.fileExists(atPath: home.path("started")))
    #expect(bus.connectionCount == 0)
  }

  @Test(
    .enabled(
      if: !OddMachine.isRoot || OddMachine.canMount,
      "skipped: 2 runs in a read-only home, nothing can be mounted"))
  func `C7 a read-only home does no harm with a given token`() async throws {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform, ["GRAPHCAL_ACCESS_TOKEN": "given-token"])
    for line in ["graphcal today", "graphcal week --json"] {
      let outcome = try await home.shell(OddMachine.readOnly(home.folder.path, line))
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("cannot"), "\(outcome.errors)")
    }
    let missing = try await home.graphcal(
      "today",
      environment: ["HOME": "/nonexistent", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": ""])
    #expect(missing.status == 0, "\(missing.errors)")
  }

  @Test(arguments: [302, 307, 308])
  func `C9 over the wire a redirect is not followed and a cookie not sent back`(
    status: Int
  ) async throws {
    let elsewhere = try LoopbackServer(ScriptedPlatform.tokens(66))
    let away = elsewhere.url + "/common/oauth2/v2.0/token"
    let platform = try ScriptedPlatform { _, number in
      number == 1
        ? .response(status, headers: ["Location: \(away)", "Set-Cookie: a=b; Path=/"])
        : ScriptedPlatform.tokens(2, headers: ["Set-Cookie: fpc=x; Path=/"])
    }
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let outcome = try await home.graphcal("today")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(platform.tokenRequests.count == 2)
    #expect(platform.requests.count > 2)
    #expect(platform.requests.allSatisfy { $0["Cookie"] == nil })
    #expect(elsewhere.connectionCount == 0)
  }

  // C076
  @Test(
    .enabled(
      if: Program.isInstalled("faketime"), "skipped: 6 wrong clocks, faketime is not installed"))
  func `C10 a clock that is wrong costs one renewal at most`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    for jump in ["-10m", "+10m", "+1d", "-1d", "-2h", "+1h"] {
      let before = try emulator.refreshes
      let outcome = try await home.shell("faketime -f \(jump) graphcal week")
      #expect(outcome.status == 0, "\(jump): \(outcome.errors)")
      #expect(try emulator.refreshes - before <= 1, "\(jump)")
    }
  }
}
