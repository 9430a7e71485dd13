import CalendarTime
import JSON

/// Lets a person change an event as text in the editor of their choice.
struct EventTextEditor {
  var context: Context
  var zone: Zone
  var reference: String

  /// Opens the event, or a text that was kept before, and applies what has changed in it.
  func edit(
    _ event: JSONObject, from source: TextEditor.Source,
    apply: (EventOptions, _ namesAll: Bool) async throws(Failure) -> Void
  ) async throws(Failure) {
    let original = EventText(event, zone: zone, zones: context.zones)
    let editor = TextEditor(
      context: context, noun: "event", command: "graphcal edit-event \(reference)")
    try await editor.edit(original.text(notes: notes), from: source) {
      (text) async throws(Failure) in
      let (options, namesAll) = try original.changes(to: EventText(parsing: text))
      guard options != EventOptions() || namesAll else { return false }
      try await apply(options, namesAll)
      return true
    }
  }

  private var notes: [String] {
    [
      "Change what is to change, save and close. Nothing changes when nothing is saved.",
      "Times are in \(zone.name). Several people or categories: one line each.",
      "Below the empty line stands the text of the event.",
    ]
  }
}
