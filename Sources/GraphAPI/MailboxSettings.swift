package import JSON

/// What a mailbox says about its owner's habits; each part may be missing, empty or malformed.
///
/// Source: Microsoft Graph, resource "mailboxSettings".
package struct MailboxSettings: Sendable, Hashable {
  /// As the service sent it, for printing and for remembering.
  package var json: JSON

  package init(_ json: JSON) { self.json = json }

  /// The zone's name, Windows or IANA; nil when absent, empty or not a text.
  ///
  /// The zone of the working hours is not taken for it: the two are set apart from each other.
  package var timeZone: String? { nonEmpty(json["timeZone"]) }

  /// The language tag (`en-US`), from which the first weekday follows.
  package var language: String? { nonEmpty(json["language"]?["locale"]) }

  /// The .NET pattern of times (`HH:mm`, `h:mm tt`).
  package var timeFormat: String? { nonEmpty(json["timeFormat"]) }

  /// Whether the time pattern counts 12 hours; nil without a pattern.
  package var usesTwelveHours: Bool? { timeFormat.map { $0.contains("h") && !$0.contains("H") } }

  /// The hours of work, when they hold a start and an end.
  package var workingHours: WorkingHours? { WorkingHours(json["workingHours"]) }

  private func nonEmpty(_ value: JSON?) -> String? {
    value?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// When the owner of a mailbox works.
package struct WorkingHours: Sendable, Hashable {
  /// English names in lower case, as sent.
  package var days: [String]
  /// `08:00`, cut to minutes.
  package var start: String
  package var end: String
  package var timeZone: String?
  /// The rule of a zone without a name that anybody knows, in the form of the variable `TZ`.
  package var zoneRule: String?

  package init?(_ json: JSON?) {
    guard let start = json?["startTime"]?.string, let end = json?["endTime"]?.string else {
      return nil
    }
    self.start = String(start.prefix(5))
    self.end = String(end.prefix(5))
    days = (json?["daysOfWeek"]?.array ?? []).compactMap { $0.string?.lowercased() }
    timeZone = json?["timeZone"]?["name"]?.string
    zoneRule = CustomTimeZone.posixRule(json?["timeZone"])
  }
}
