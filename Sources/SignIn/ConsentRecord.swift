import JSON

/// How permissions of one app registration were refused, by name.
///
/// A token says what was granted; only the sign-ins that failed know why the rest was not.
struct ConsentRecord: Equatable {
  /// Why a permission is not there.
  enum Outcome: String, Sendable {
    /// A person pressed Cancel.
    case declined
    /// The organisation leaves it to administrators.
    case blocked
    /// It was asked for, the sign-in succeeded, and it was left out.
    case withheld
  }

  private var outcomes: [String: Outcome] = [:]

  init() {}

  /// Reads what `text` wrote; nothing of it that cannot be read.
  init(parsing text: String?) {
    for (name, value) in text.flatMap({ try? JSON(parsing: $0) })?.object ?? [:] {
      outcomes[name] = value.string.flatMap(Outcome.init(rawValue:))
    }
  }

  var text: String? {
    if outcomes.isEmpty { return nil }
    let members = outcomes.sorted { $0.key < $1.key }.map {
      ($0.key, JSON.string($0.value.rawValue))
    }
    return JSON.object(JSONObject(members)).text(.wire)
  }

  subscript(scope: String) -> Outcome? {
    get { outcomes[Scopes.normalized(scope)] }
    set { outcomes[Scopes.normalized(scope)] = newValue }
  }

  /// The outcome of a sign-in that failed; nil where consent was not the matter.
  static func outcome(of remedy: Remedy?) -> Outcome? {
    switch remedy {
    case .declined: .declined
    case .askAdministrator: .blocked
    default: nil
    }
  }
}
