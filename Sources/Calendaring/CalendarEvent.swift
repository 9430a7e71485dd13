/// One entry of a calendar, as far as it can be shown; what the server left out is nil.
///
/// Source: Microsoft Graph, resource "event".
package struct CalendarEvent: Hashable, Sendable {
  package var id: String
  /// As stored, with whatever the sender put into it; nil when it may not be seen.
  package var subject: String?
  package var span: EventSpan
  package var isCancelled: Bool
  /// Whether the owner of this calendar organizes the event.
  package var isOrganizer: Bool
  package var organizer: Person?
  package var attendees: [Attendee]
  /// The name of the place; nil and empty are the same.
  package var location: String?
  package var showAs: ShowAs
  package var sensitivity: Sensitivity
  package var kind: Kind
  /// The answer of the calendar's owner.
  package var response: Response
  package var categories: [String]
  package var hasAttachments: Bool
  package var isOnlineMeeting: Bool
  package var joinURL: String?
  /// The name of the calendar it is in, where more than one is shown.
  package var calendarName: String?
  /// Whether it is known to overlap with something else that takes its owner's time.
  package var hasConflict = false
  /// The ids of what it overlaps with, where a list is about that.
  package var conflictsWith: [String] = []
  /// Whether it is in somebody else's calendar, so that what is missing may have been held back.
  package var hidesDetails = false
  /// Whether what is seen of it was written on this machine and not sent yet.
  package var isPending = false
  /// Whether a change of it was written on this machine, cannot be sent as it is and is not shown.
  package var isStuck = false

  /// What the free/busy view says while it runs; `unknown` for values newer than this program.
  package enum ShowAs: String, Sendable, CaseIterable {
    case free, tentative, busy, oof, workingElsewhere, unknown
  }

  /// Who may see the details.
  package enum Sensitivity: String, Sendable, CaseIterable {
    case normal, personal, `private`, confidential
  }

  /// Its place in a series, if any.
  package enum Kind: String, Sendable, CaseIterable {
    case singleInstance, occurrence, exception, seriesMaster
  }

  /// An answer to an invitation; `none` and `notResponded` mean the same to a reader.
  package enum Response: String, Sendable, CaseIterable {
    case none, organizer, tentativelyAccepted, accepted, declined, notResponded
  }

  package init(
    id: String, subject: String? = nil, span: EventSpan, isCancelled: Bool = false,
    isOrganizer: Bool = true, organizer: Person? = nil, attendees: [Attendee] = [],
    location: String? = nil, showAs: ShowAs = .busy, sensitivity: Sensitivity = .normal,
    kind: Kind = .singleInstance, response: Response = .none, categories: [String] = [],
    hasAttachments: Bool = false, isOnlineMeeting: Bool = false, joinURL: String? = nil,
    calendarName: String? = nil
  ) {
    self.id = id
    self.subject = subject
    self.span = span
    self.isCancelled = isCancelled
    self.isOrganizer = isOrganizer
    self.organizer = organizer
    self.attendees = attendees
    self.location = location
    self.showAs = showAs
    self.sensitivity = sensitivity
    self.kind = kind
    self.response = response
    self.categories = categories
    self.hasAttachments = hasAttachments
    self.isOnlineMeeting = isOnlineMeeting
    self.joinURL = joinURL
    self.calendarName = calendarName
  }

  /// Whether an invitation by somebody else still waits for an answer.
  package var awaitsAnswer: Bool {
    !isOrganizer && !isCancelled && (response == .none || response == .notResponded)
  }

  /// Whether the time counts as taken: not cancelled and not shown as free.
  package var blocksTime: Bool { !isCancelled && showAs != .free }

  /// Whether the details are hidden from other people.
  package var isPrivate: Bool { sensitivity == .private || sensitivity == .confidential }
}

/// Somebody with a name, an address, or both.
package struct Person: Hashable, Sendable {
  package var name: String?
  package var address: String?

  package init(name: String?, address: String?) {
    self.name = name
    self.address = address
  }

  /// The name, else the address, else nothing.
  package var label: String? { name ?? address }
}

/// Somebody invited, with the part they play and the answer they gave.
package struct Attendee: Hashable, Sendable {
  /// The part in the meeting; rooms and equipment are resources.
  package enum Role: String, Sendable, CaseIterable { case required, optional, resource }

  package var person: Person
  package var role: Role
  package var response: CalendarEvent.Response
  /// The other time they proposed when they answered.
  package var proposal: EventSpan?

  package init(
    person: Person, role: Role = .required, response: CalendarEvent.Response = .none,
    proposal: EventSpan? = nil
  ) {
    self.person = person
    self.role = role
    self.response = response
    self.proposal = proposal
  }
}
