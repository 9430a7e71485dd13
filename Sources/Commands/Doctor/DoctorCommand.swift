package import Arguments
import JSON
import Rendering
import Terminal

/// `graphcal doctor`: finds out what keeps graphcal from working.
package struct DoctorCommand: Command {
  package static let name = "doctor"
  package static let summary = "Find out what keeps graphcal from working."
  package static let isPaged = true
  package static let discussion = """
    Looks at everything a command leans on, what others lean on first: settings, files, time zone \
    data, proxy, network, certificates, clock, the sign-in and its permissions, and the mailbox. Each \
    failure comes with the one thing to type or change. Nothing is asked of a person, and nothing is \
    written but a renewed token and remembered facts.

    The exit status is 0 when nothing failed, else that of the first failure. --json is for support: \
    it holds no token and no text of the mailbox, but it does name the account and the paths.
    """
  package static let examples = [
    Example("doctor", "What works and what does not."),
    Example("doctor --json", "The same for a report to the makers."),
  ]
  package static let needsPreferences = false

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let checks = try await context.working("looking around") { () throws(Failure) in
      try await Doctor(context).checks()
    }
    if try !context.printedForScripts(Self.json(checks, in: context)) {
      try context.print(Self.lines(checks, width: Surface(context.console.terminal).width))
    }
    let failures = checks.filter { $0.state == .failed }
    guard let first = failures.first, let kind = first.kind else { return }
    throw Failure(
      kind, "\(failures.count) of \(checks.count) checks failed", why: first.what,
      hint: first.repair)
  }

  private static func json(_ checks: [HealthCheck], in context: Context) -> JSON {
    var versions: JSONObject = ["graphcal": .string(graphcalVersion)]
    for part in context.parts { versions[part.name] = .string(part.version) }
    return [
      "checks": .array(checks.map(\.json)),
      "failed": .number(checks.filter { $0.state == .failed }.count),
      "system": .string(orNull: context.systemName), "versions": .object(versions),
    ]
  }

  /// A line a check, and one more for what is to be done; wrapped beside the names on a terminal.
  static func lines(_ checks: [HealthCheck], width: Int?) -> [StyledLine] {
    func longest(_ words: [String]) -> Int { (words.map(\.count).max() ?? 0) + 2 }
    let states = longest(HealthCheck.State.allCases.map(\.rawValue))
    let names = longest(HealthCheck.Subject.allCases.map(\.rawValue))
    let margin = states + names
    let room = width.map { max(20, $0 - margin) }
    return checks.flatMap { check in
      let head =
        StyledLine(check.state.rawValue, check.state.style).padded(to: states)
        + StyledLine(check.subject.rawValue).padded(to: names)
      let found = [check.what, check.why].compactMap(\.self).joined(separator: ": ")
      var rows = StyledLine(found, check.state == .notChecked ? .dim : .plain).wrapped(to: room)
      rows += check.repair.map { StyledLine("try: " + $0, .bold).wrapped(to: room) } ?? []
      return rows.enumerated().map { index, row in
        (index == 0 ? head : StyledLine(String(repeating: " ", count: margin))) + row
      }
    }
  }
}

extension HealthCheck.State {
  fileprivate var style: Style {
    switch self {
    case .ok: Style(color: .green)
    case .warning: Style(color: .yellow)
    case .failed: Style(.bold, color: .red)
    case .notChecked: .dim
    }
  }
}
