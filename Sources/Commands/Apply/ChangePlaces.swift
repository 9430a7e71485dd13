import CalendarTime
import GraphAPI
import JSON

/// Finds the folders and calendars that new items go into.
struct ChangePlaces {
  var context: Context
  var session: Session

  /// The target of lines of one kind; a place that is not there is a problem of its line.
  func target(
    of lines: [ChangeLine]
  ) async throws(Failure) -> (target: any ChangeTarget, problems: [ChangeProblem]) {
    lines.first?.kind == .event ? try await events(lines) : try await contacts(lines)
  }

  private func contacts(
    _ lines: [ChangeLine]
  ) async throws(Failure) -> (target: any ChangeTarget, problems: [ChangeProblem]) {
    var target = ContactTarget(session: session, habits: ContactHabits(context))
    var problems: [ChangeProblem] = []
    let namesFolders = lines.contains { line in
      line.place != nil || line.action == .delete
        || line.given["folder"].map { !$0.isNull } ?? false
    }
    guard namesFolders else { return (target, []) }
    let book = ContactBook(context: context, session: session)
    target.folders = try await book.folders()
    for line in lines {
      guard let place = line.place else { continue }
      do {
        target.places[line.number] = try book.folder(named: place, among: target.folders)
      } catch {
        problems.append(ChangeProblem(line.number, "cannot be made: " + error.what))
      }
    }
    return (target, problems)
  }

  private func events(
    _ lines: [ChangeLine]
  ) async throws(Failure) -> (target: any ChangeTarget, problems: [ChangeProblem]) {
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    var target = EventTarget(context: context, session: session, zone: zone)
    var problems: [ChangeProblem] = []
    var known: [String: String] = [:]
    for line in lines {
      guard let place = line.place else { continue }
      if known[place] == nil {
        do {
          known[place] = try await context.calendar(named: place, session: session).id
        } catch {
          guard error.kind == .usage || error.kind == .notFound else { throw error }
          problems.append(ChangeProblem(line.number, "cannot be made: " + error.what))
        }
      }
      target.places[line.number] = known[place]
    }
    return (target, problems)
  }
}
