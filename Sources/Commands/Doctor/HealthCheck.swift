import JSON

/// One thing that was looked at, and what was found.
struct HealthCheck: Sendable, Equatable {
  /// What is looked at, in the order it is told: what others lean on comes first.
  enum Subject: String, CaseIterable, Sendable {
    case program, settings, preferences, files
    case timeZones = "time zones"
    case proxy, network, tls, clock, tenant, graph
    case signIn = "sign-in"
    case permissions, mailbox, state
    case copy = "local copy"
    case terminal
  }

  enum State: String, CaseIterable, Sendable {
    case ok
    /// Worth knowing; graphcal works all the same.
    case warning
    case failed
    /// An earlier failure stands in the way, or there is nothing to look at.
    case notChecked = "not checked"
  }

  let subject: Subject
  let state: State
  /// What was found; one line, no full stop.
  let what: String
  /// What the system or the service said about it.
  let why: String?
  /// The one thing to type or change.
  let repair: String?
  /// The exit status it stands for; nil but for failures.
  let kind: Failure.Kind?

  private init(
    _ subject: Subject, _ state: State, _ what: String, why: String?, repair: String?,
    kind: Failure.Kind?
  ) {
    self.subject = subject
    self.state = state
    self.what = what
    self.why = why
    self.repair = repair
    self.kind = kind
  }

  static func ok(_ subject: Subject, _ what: String) -> HealthCheck {
    HealthCheck(subject, .ok, what, why: nil, repair: nil, kind: nil)
  }

  static func warning(
    _ subject: Subject, _ what: String, why: String? = nil, repair: String
  ) -> HealthCheck {
    HealthCheck(subject, .warning, what, why: why, repair: repair, kind: nil)
  }

  /// A failure as any command would report it.
  static func failed(_ subject: Subject, _ failure: Failure) -> HealthCheck {
    HealthCheck(
      subject, .failed, failure.what, why: failure.why,
      repair: failure.hint ?? "try again in a few minutes", kind: failure.kind)
  }

  static func notChecked(_ subject: Subject, _ reason: String) -> HealthCheck {
    HealthCheck(subject, .notChecked, reason, why: nil, repair: nil, kind: nil)
  }

  /// Left out because another check has failed.
  static func notChecked(_ subject: Subject, after earlier: Subject) -> HealthCheck {
    notChecked(subject, "needs \(earlier.rawValue)")
  }

  var json: JSON {
    [
      "name": .string(subject.rawValue), "repair": .string(orNull: repair),
      "state": .string(state.rawValue), "what": .string(what), "why": .string(orNull: why),
    ]
  }
}
