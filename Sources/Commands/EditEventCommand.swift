package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

/// `graphcal edit-event`: changes an event, or a series.
package struct EditEventCommand: Command {
  package static let name = "edit-event"
  package static let summary = "Change an event, one of a series, or a series."
  package static let discussion = """
    Only what is given changes. --start alone keeps the length, a date alone keeps the time of day, \
    and a time of day alone is that of the event's own day. --all-day makes whole days of it; a time \
    given to --start of an all-day event makes it one with times.

    Of an event that repeats, --scope says which ones are meant: this one, this one and those \
    following, or the whole series. On a terminal that is asked. --repeat, --until and --count change \
    the rule of the series; --repeat none keeps its first event alone.

    --attendee and --optional name all who are invited from now on; --add-attendee and \
    --remove-attendee leave the others as they are. An empty --location, --body or --category takes \
    away what is there.

    --editor opens the event as text in VISUAL or EDITOR. What is saved there is changed, and nothing \
    else. A text that cannot be understood is kept; --editor=FILE takes it up again.

    Attendees are told by mail, so that is asked first; --yes answers it. A change that was made \
    elsewhere in the meantime stays, unless it is of the same thing: then both are shown and nothing \
    is changed. "graphcal undo" takes back the last change of an event without attendees.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] =
    EventOptions.options.lifted(into: \.event) + EventExtras.options.lifted(into: \.extras) + [
      .repeated(
        "add-attendee", "A", "Invite somebody more, the others stay.", into: \.added,
        separatedBy: ";"
      ).completing(.known(.address)),
      .repeated(
        "remove-attendee", "A", "Invite no longer, by address.", into: \.removed,
        separatedBy: ";"
      ).completing(.known(.address)),
      Scope.option(into: \.scope),
      .optionalValue(
        "editor", "FILE", "Change it as text in VISUAL or EDITOR.", into: \.editor, bare: .fresh,
        attachedOnly: true, parse: { .file($0) }
      ).completing(.file),
    ]
  package static let writesOffline = true
  package static let examples = [
    Example("edit-event 3 --start 10:00", "Moves it on its day and keeps its length."),
    Example(
      "edit-event k7mp --scope following --start 10:00 --duration 1h",
      "This one and all after it; earlier ones stay."),
    Example(
      "edit-event 3 --add-attendee bo@adventure-works.example --body \"New agenda\"",
      "The other attendees and the link of the meeting stay."),
    Example("edit-event 3 --editor", "Change it as text."),
  ]

  var reference = ""
  var event = EventOptions()
  var extras = EventExtras()
  var added: [String] = []
  var removed: [String] = []
  var scope: Scope?
  var editor: TextEditor.Source?

  package init() {}

  package func validate() throws(ArgumentsError) {
    try event.validate()
    let says =
      event != EventOptions() || !extras.isEmpty || !added.isEmpty || !removed.isEmpty
    if editor != nil, says {
      throw ArgumentsError(
        .exclusiveOptions, "--editor changes everything as text, so no other option is needed",
        hint: "leave out the others, or --editor")
    }
    guard says || editor != nil else {
      throw ArgumentsError(
        .missingValue, "nothing to change was given",
        hint: "graphcal edit-event \(reference) --start \"tomorrow 10:00\", or --editor")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a change of an event")
    try extras.checkNetwork(in: context)
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .writeCalendars
    ).item(reference, kind: .event)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let entry = try await context.storedEvent(id, session: session)
    var target = EditTarget(
      context: context, session: session, zone: zone, entry: entry, reference: reference)
    target.files = try OutgoingFile.files(extras.attachments)
    let scope = try Scope.chosen(scope, for: entry.event, to: "change", in: context)
    guard let editor else {
      var editing = try await EventEditing(
        context: context, session: session, zone: zone, options: event, added: added,
        removed: removed)
      try await editing.add(extras, to: entry.raw, session: session)
      try await context.checkCategories(
        event.categories.filter { !$0.isEmpty && !entry.event.categories.contains($0) },
        session: session)
      return try await target.change(editing, scope: scope)
    }
    let shown = try await target.shown(scope)
    try await EventTextEditor(context: context, zone: zone, reference: reference).edit(
      shown, from: editor
    ) { (options, namesAll) async throws(Failure) in
      let editing = try await EventEditing(
        context: context, session: session, zone: zone, options: options, namesAll: namesAll)
      try await target.change(editing, scope: scope)
    }
  }
}
