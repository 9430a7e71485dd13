package import Arguments

/// The options that every command takes.
package struct GlobalOptions: OptionTable {
  /// When colour is used on stdout and stderr.
  package enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  /// The forms of a list beside JSON; each command has its own of them.
  package enum ListFormat: String, CaseIterable, Sendable {
    case table, tsv, csv
    case markdown
  }

  /// 12 or 24 hours in human output.
  package enum TimeFormat: String, CaseIterable, Sendable {
    case twelve = "12"
    case twentyFour = "24"
  }

  /// `--fields` alone lists the names, with a value it selects.
  package enum Fields: Sendable, Equatable {
    case all
    case list
    case only(String)
  }

  package static let options: [Option<Self>] = [
    .value("account", "A", "Use this signed-in account: user name or id.", into: \.account)
      .completing(.known(.account)),
    .value("tz", "ZONE", "Time zone of this command, IANA or Windows name.", into: \.timeZone)
      .completing(.known(.zone)),
    .choice("time-format", "12 or 24 hours in human output.", into: \.timeFormat),
    .flag("json", "Print one JSON value.", into: \.json).exclusive("output").group("Output"),
    .flag("jsonl", "Print one JSON item a line.", into: \.jsonLines).exclusive("output")
      .group("Output"),
    .choice("format", "Form of a list; each command has its own.", into: \.format).exclusive(
      "output"
    ).group("Output"),
    .optionalValue(
      "fields", "a,b,c", "Print only these fields of the JSON; without names, list them.",
      into: \.fields, bare: .list, parse: { .only($0) }
    ).group("Output"),
    .value(
      "jq", "FILTER", "Print what this filter of the jq language makes of the JSON.", into: \.jq
    ).group("Output"),
    .value(
      "template", "TEXT", "Print a line an item, with fields: '{start:%H:%M} {subject|40}'.",
      into: \.template
    ).exclusive("output").group("Output"),
    .choice("color", "Colour in the output.", into: \.color).group("Output"),
    .flag(
      "no-pager", "Print at once what is taller than the screen, without a pager.",
      into: \.noPager
    ).group("Output"),
    .flag("quiet", "No notes on stderr, only errors.", into: \.quiet).short("q").group("Output"),
    .flag(
      "verbose", "Tell on stderr each request and the range asked for.", into: \.verbose
    ).short("v").group("Output"),
    .value(
      "trace", "FILE.har",
      "Write all requests to a HAR file; secrets are masked, mailbox text is not.", into: \.trace
    ).completing(.file).group("Network"),
    .flag("offline", "Answer from the local copy and ask no server.", into: \.offline)
      .exclusive("source").group("Local copy"),
    .flag("fresh", "Ask the service, whatever the local copy has.", into: \.fresh)
      .exclusive("source").group("Local copy"),
    .value(
      "timeout", "S", "Seconds to connect, and without data, before giving up.",
      into: \.timeout, in: 1...3600
    ).group("Network"),
    .value(
      "max-wait", "S", "Most seconds to wait in all for retries.", into: \.maxWait, in: 0...86_400
    ).group("Network"),
    .flag("no-input", "Never ask; fail where an answer is needed.", into: \.noInput)
      .group("Writing"),
    .flag(
      "dry-run", "Print the requests that would write, as JSON, and send none of them.",
      into: \.dryRun
    ).group("Writing"),
    .flag("yes", "Answer yes to every confirmation.", into: \.yes).group("Writing"),
    .flag("read-only", "Refuse everything that would write.", into: \.readOnly).group("Writing"),
    .value(
      "token-file", "FILE", "Use the access token in this file, - for stdin; it is not stored.",
      into: \.tokenFile
    ).completing(.file).group("Sign-in"),
    .value(
      "auth-settings", "FILE", "Settings of the app registration.", into: \.authSettings
    ).completing(.file).group("Sign-in"),
  ]

  package var tokenFile: String?
  package var account: String?
  package var timeZone: String?
  package var timeFormat: TimeFormat?
  package var json = false
  package var jsonLines = false
  package var format: ListFormat?
  package var fields = Fields.all
  package var jq: String?
  package var template: String?
  package var color = ColorChoice.auto
  package var noPager = false
  package var quiet = false
  package var verbose = false
  package var trace: String?
  package var offline = false
  package var fresh = false
  package var timeout = 30
  package var maxWait = 60
  package var noInput = false
  package var dryRun = false
  package var yes = false
  package var readOnly = false
  package var authSettings: String?

  package init() {}

  /// Whether the result is JSON, for a program or for what `--jq` and `--template` make of it.
  package var isForScripts: Bool { json || jsonLines }

  /// The same options with the form of output that others imply: `--jq` filters one JSON value where
  /// nothing else is said, and a template is filled item by item.
  ///
  /// - Throws: `Failure` of kind usage for what excludes each other.
  func withImpliedOutput() throws(Failure) -> GlobalOptions {
    var options = self
    if jq != nil {
      let other = template != nil ? "--template" : format != nil ? "--format" : nil
      if let other {
        throw Failure(
          .usage, "--jq and \(other) exclude each other",
          hint: "--jq is for --json and --jsonl; @tsv and @csv of jq make rows")
      }
      if !jsonLines { options.json = true }
    }
    if template != nil { options.jsonLines = true }
    return options
  }
}
