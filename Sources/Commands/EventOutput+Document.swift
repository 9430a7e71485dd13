import CalendarTime
import Calendaring
import FoundationEssentials
import JSON
import Rendering

// Events as a document of another kind: a page, a picture, a text with marks.
extension EventOutput {
  /// The document of the days of this list, laid out as `picture` says.
  func document(_ entries: [EventEntry], as form: EventDocument.Form) async -> String {
    let shorts = await remember(entries)
    return await document(
      entries, Dictionary(zip(entries.map(\.event.id), shorts)) { first, _ in first }, as: form)
  }

  func document(
    _ entries: [EventEntry], _ shortIDs: [String: String], as form: EventDocument.Form
  ) async -> String {
    let accounts = accountNames(entries)
    let events = entries.map { entry in
      var event = labelled(entry, accounts)
      if !namesCalendars, !namesAccounts { event.calendarName = nil }
      event.joinURL = JoinCommand.link(in: .object(entry.raw))?.address
      return event
    }
    let isPicture = form == .html || form == .svg
    let layout: EventDocument.Layout =
      switch picture {
      case .week: .week
      case .month(let month, let firstWeekday): .month(month, firstWeekday: firstWeekday)
      case nil: .agenda
      }
    let today = zone.date(at: context.now())
    return EventDocument(
      time: time, now: context.now(), days: dates ?? today..<today.adding(days: 1), layout: layout,
      work: isPicture && layout == .week ? await work() : nil,
      palette: isPicture ? await palette(entries, accounts) : EventPalette(), shortIDs: shortIDs
    ).text(events, as: form)
  }
}
