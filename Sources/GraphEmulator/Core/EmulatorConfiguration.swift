package import FoundationEssentials
package import HTTPServer

/// What an emulator is started with: the options of `graphcal-emulator` as values.
package struct EmulatorConfiguration: Sendable {
  /// 0 lets the system choose.
  package var port: UInt16 = 0
  package var seed = EmulatorSeed.demo
  /// An SQLite file that keeps the mailboxes; nil keeps them in memory.
  package var dataFile: String?
  /// The moment that stands still; nil follows the real clock.
  package var clock: Date?
  package var approval = EmulatorApproval.byHand
  /// Seconds that an access token is good for.
  package var tokenLifetime = 4500
  /// Seconds that a client has to wait between two polls; nil means 1 where sign-ins are automatic,
  /// else 5.
  package var interval: Int?
  package var identity: HTTPServer.Identity?
  package var faults: [EmulatorFault] = []
  package var quirks: Set<EmulatorQuirk> = []
  /// A file that gets one line of JSON for each exchange.
  package var logFile: String?
  /// The real time, for lifetimes and logs; tests put their own here.
  package var realTime: @Sendable () -> Date = { Date() }

  package init() {}

  /// The seconds between two polls that clients are told.
  var pollInterval: Int { interval ?? (approval == .byHand ? 5 : 1) }

  /// The moment the service takes as now.
  package var now: Date { clock ?? realTime() }
}

/// What the mailboxes hold at the start.
package enum EmulatorSeed: Sendable, Equatable {
  case demo
  case empty
  case file(String)
  case random(events: Int, contacts: Int, seed: UInt64)

  /// The value of `--seed`: `demo`, `empty`, `random:events=N,contacts=M,seed=K` or the name of a
  /// file; nil for counts that are none.
  package init?(_ text: String) {
    switch text {
    case "demo": self = .demo
    case "empty": self = .empty
    case _ where text.hasPrefix("random:"):
      var counts: [Substring: UInt64] = ["events": 100, "contacts": 100, "seed": 1]
      for part in text.dropFirst("random:".count).split(separator: ",") {
        let pair = part.split(separator: "=", omittingEmptySubsequences: false)
        guard pair.count == 2, counts[pair[0]] != nil, let value = UInt64(pair[1]) else {
          return nil
        }
        counts[pair[0]] = value
      }
      guard let events = counts["events"].flatMap(Int.init(exactly:)),
        let contacts = counts["contacts"].flatMap(Int.init(exactly:)), let seed = counts["seed"]
      else { return nil }
      self = .random(events: events, contacts: contacts, seed: seed)
    case "": return nil
    default: self = .file(text)
    }
  }
}

/// How sign-ins come to an end.
package enum EmulatorApproval: Sendable, Equatable {
  /// By a person at the page.
  case byHand
  /// At once, for the users of these names in turn; empty for the first user of all.
  case automatic([String])
}

/// Behaviour of the real service that no source settles.
package enum EmulatorQuirk: String, Sendable, CaseIterable {
  /// A changed series loses its exceptions.
  case recurrenceDropsExceptions = "recurrence-drops-exceptions"
  /// All-day events come in UTC whatever zone was asked for.
  case allDayUTC = "allday-utc"
  /// All-day events are converted into the zone that was asked for.
  case allDayZone = "allday-zone"
  /// A delta round tells occurrences without their masters.
  case deltaWithoutMasters = "delta-without-masters"
  /// A transactionId that was used before is answered with 409.
  case duplicate409 = "duplicate-409"
  /// A transactionId that was used before is answered with 201 and the first event.
  case duplicate201 = "duplicate-201"
}

/// Why an emulator could not start.
package struct EmulatorError: Error, Sendable, Equatable {
  /// What could not be done; one line.
  package var what: String
  package var why: String
  /// The next thing to type or change.
  package var hint: String

  package init(what: String, why: String, hint: String) {
    self.what = what
    self.why = why
    self.hint = hint
  }
}
