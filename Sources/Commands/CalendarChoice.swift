import Calendaring
import GraphAPI
import JSON
import Store

/// Finds the calendar that a person names, with all that is known of it.
struct CalendarChoice {
  var context: Context
  var session: Session

  /// The calendar of this name in any letter case, this row of the last list, this short or full id.
  func calendar(_ name: String) async throws(Failure) -> CalendarInfo {
    let calendars = try await all()
    let byName = calendars.filter { $0.name.lowercased() == name.lowercased() || $0.id == name }
    if byName.count == 1 { return byName[0] }
    if byName.count > 1 { throw ambiguous(name, byName) }
    let isRow = !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber }
    if isRow {
      let (id, _) = try await ReferenceResolver(context: context, permission: .readCalendars)
        .item(name, kind: .calendar)
      if let found = calendars.first(where: { $0.id == id }) { return found }
    }
    let byShort =
      ShortID.isCandidate(name)
      ? calendars.filter { ShortID.of($0.id).hasPrefix(name) } : []
    if byShort.count == 1 { return byShort[0] }
    if byShort.count > 1 { throw ambiguous(name, byShort) }
    throw Failure(
      .notFound, "there is no calendar \"\(name)\"",
      why: "calendars: " + calendars.map(\.name).joined(separator: ", "),
      hint: "graphcal calendars")
  }

  private func all() async throws(Failure) -> [CalendarInfo] {
    do {
      return try await session.graph.list(CalendarRequests.calendars).items
        .compactMap(CalendarInfo.init(graph:)).markedByOwner
    } catch {
      throw Failure(error, doing: "read the calendars", in: session)
    }
  }

  private func ambiguous(_ name: String, _ found: [CalendarInfo]) -> Failure {
    Failure(
      .usage, "more than one calendar is meant by \"\(name)\"",
      why: found.map { ShortID.of($0.id) }.joined(separator: ", "), hint: "use one of these ids")
  }
}

extension Context {
  /// The names of groups by the ids of the calendars in them; empty where they cannot be had.
  ///
  /// A mailbox with one group is asked once, any other once for each group. Other people's groups are
  /// their own affair.
  func calendarGroups(session: Session) async -> [String: String] {
    guard session.mailbox == nil else { return [:] }
    do throws(GraphError) {
      var names: [String: String] = [:]
      let groups = try await session.graph.list(SharingRequests.groups).items
      guard groups.count > 1 else { return [:] }
      for group in groups {
        guard let id = group["id"]?.string else { continue }
        let calendars = try await session.graph.list(SharingRequests.calendars(ofGroup: id)).items
        for calendar in calendars {
          if let member = calendar["id"]?.string { names[member] = group["name"]?.string }
        }
      }
      return names
    } catch {
      detail("the groups of calendars cannot be read: \(Failure(error, doing: "").shortWhy)")
      return [:]
    }
  }

  /// Refuses a name that nobody could tell from none.
  func requireName(_ name: String, of what: String) throws(Failure) {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw Failure(.usage, "\(what) needs a name", hint: "give one that can be seen")
    }
  }
}

/// The colours that a calendar can have.
///
/// Source: Microsoft Graph, enumeration "calendarColor".
package enum CalendarColor: String, CaseIterable, Sendable {
  case auto
  case blue = "lightBlue"
  case green = "lightGreen"
  case orange = "lightOrange"
  case gray = "lightGray"
  case yellow = "lightYellow"
  case teal = "lightTeal"
  case pink = "lightPink"
  case brown = "lightBrown"
  case red = "lightRed"

  /// The word of people for it: `blue`.
  var word: String { "\(self)" }

  /// The colour that a word means, with or without `light`; `grey` too.
  init?(word: String) {
    let word = word.lowercased().replacing("grey", with: "gray")
    guard
      let found = Self.allCases.first(where: { $0.word == word || $0.rawValue.lowercased() == word }
      )
    else { return nil }
    self = found
  }
}
