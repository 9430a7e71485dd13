import Arguments
import FoundationEssentials
import GraphEmulator
import HTTPServer
import Host

/// The command line of `graphcal-emulator`.
struct EmulatorCommand: CommandDeclaration {
  static let name = ""
  static let summary =
    "Serve Microsoft Graph and its sign-in in miniature on this machine, for tests and scripts."
  static let discussion = """
    When it is ready it prints one line of JSON: port, graphURL, loginURL, clientId and user. It \
    listens on 127.0.0.1 only, and SIGTERM or Ctrl-C ends it.

    A fault reads KIND[,retry-after=V]:METHOD PATH[:N]. It hits the next N requests (default 1) \
    whose path ends in PATH, without regard to case; * stands for one segment. KIND is a status, \
    500-html, 200-html, drop (work done, no answer), refuse (not done, no answer), truncate, \
    slow=MILLISECONDS, policy-block, security-defaults, admin-approval, second-factor or \
    claims-challenge.
    """
  static let options: [Option<Self>] = [
    .value(
      "port", "N", "Port to listen on; 0, the default, takes a free one.", into: \.port,
      in: 0...65535),
    .value(
      "seed", "SEED",
      "What the mailboxes hold: demo, empty, FILE.json or random:events=N,contacts=M,seed=K.",
      into: \.settings.seed
    ) { (text) throws(ValueError) in
      guard let seed = EmulatorSeed(text) else {
        throw .needs("demo, empty, a file or random:events=N,contacts=M,seed=K")
      }
      return seed
    },
    .value(
      "data", "FILE", "Keep the mailboxes in an SQLite file instead of in memory.",
      into: \.settings.dataFile
    ).completing(.file),
    .value(
      "clock", "T", "Stand still at this moment, such as 2026-11-30T08:00:00Z.",
      into: \.settings.clock
    ) { (text) throws(ValueError) -> Date? in
      guard let moment = try? Date(text, strategy: .iso8601) else {
        throw .needs("a moment in UTC such as 2026-11-30T08:00:00Z")
      }
      return moment
    },
    .optionalValue(
      "auto-approve", "USER,…", "Approve sign-ins at once, for these users in turn.",
      into: \.settings.approval, bare: .automatic([]), attachedOnly: true
    ) { (text) throws(ValueError) in
      .automatic(text.split(separator: ",").map(String.init))
    },
    .value(
      "token-lifetime", "S", "Seconds that access tokens are good for (default 4500).",
      into: \.settings.tokenLifetime, in: 1...1_000_000),
    .value(
      "interval", "S",
      "Seconds between two polls for a device code (default 5, with --auto-approve 1).",
      into: \.settings.interval, in: 0...3600),
    .value("tls-cert", "FILE", "Certificate chain in PEM, to speak TLS.", into: \.certificate)
      .completing(.file),
    .value("tls-key", "FILE", "Private key of the certificate in PEM.", into: \.key)
      .completing(.file),
    .repeated("fault", "SPEC", "Let requests go wrong, see below.", into: \.settings.faults) {
      (text) throws(ValueError) in
      do throws(EmulatorFault.SpecError) {
        return try EmulatorFault(parsing: text)
      } catch {
        throw ValueError(error.expected)
      }
    },
    .repeated(
      "quirk", "NAME",
      "Behave in a way that no source settles: "
        + EmulatorQuirk.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      into: \.quirks
    ) { (text) throws(ValueError) in
      guard let quirk = EmulatorQuirk(rawValue: text) else {
        throw .needs(
          "one of " + EmulatorQuirk.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return quirk
    }.completing(.choices(EmulatorQuirk.allCases.map(\.rawValue))),
    .value(
      "log", "FILE", "Append every request and answer as one line of JSON, tokens masked.",
      into: \.settings.logFile
    ).completing(.file),
  ]
  static let examples = [
    Example("--auto-approve --seed demo", "A mailbox to play with, signed in at once."),
    Example(
      "--fault 429,retry-after=2:GET /me/calendarView:2",
      "The first two reads of a calendar view are throttled."),
  ]

  private var port = 0
  private var certificate: String?
  private var key: String?
  private var quirks: [EmulatorQuirk] = []
  private var settings = EmulatorConfiguration()

  func validate() throws(ArgumentsError) {
    if (certificate == nil) != (key == nil) {
      throw ArgumentsError(
        .missingValue, "--tls-cert and --tls-key belong together", hint: "give both or none")
    }
  }

  /// What the options say, with the files of the certificate read.
  func configuration() throws(EmulatorError) -> EmulatorConfiguration {
    var settings = settings
    settings.port = UInt16(port)
    settings.quirks = Set(quirks)
    if let certificate, let key {
      settings.identity = HTTPServer.Identity(
        certificate: try Self.text(of: certificate), key: try Self.text(of: key))
    }
    return settings
  }

  private static func text(of path: String) throws(EmulatorError) -> String {
    do throws(HostError) {
      return String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    } catch {
      throw EmulatorError(
        what: "cannot speak TLS", why: error.description,
        hint: "name PEM files with --tls-cert and --tls-key")
    }
  }
}
