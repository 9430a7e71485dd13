import CalendarTime
import GraphAPI
import Interchange
import JSON

/// What of a file is in the calendar already, by the identities of the file.
struct ImportIndex {
  /// An event of the calendar with the days on which it differs, where it is a series.
  struct Entry {
    var event: JSONObject
    var snapshot: SeriesSnapshot?

    var id: String { event["id"]?.string ?? "" }
    var source: SourceIdentity? { SourceIdentity(of: event) }
  }

  private var entries: [String: Entry] = [:]

  subscript(uid: String) -> Entry? { entries[uid.lowercased()] }

  /// With more identities than this the calendar is read as a whole.
  private static let asked = 8

  /// Reads what a calendar has of these identities; without an id the default calendar.
  static func read(
    _ uids: Set<String>, calendarID: String?, reader: ExportReader
  ) async throws(Failure) -> ImportIndex {
    var index = ImportIndex()
    let keys = Set(uids.map { $0.lowercased() })
    do throws(GraphError) {
      if uids.count > asked {
        let request = FileRequests.events(calendarID: calendarID)
        // Of a large calendar only what the file speaks of is held.
        let found = try await reader.session.graph.list(request) { item in
          Self.identities(of: item, among: keys).isEmpty ? Optional.none : item
        }
        for item in found.items { index.take(item, keys) }
      } else {
        for uid in uids.sorted() {
          for isSource in [false, true] {
            let request = FileRequests.events(
              withUID: uid, calendarID: calendarID, isSource: isSource)
            for item in try await reader.session.graph.list(request).items {
              index.take(item, keys)
            }
          }
        }
      }
    } catch {
      throw Failure(error, doing: "look for what is in the calendar already", in: reader.session)
    }
    let series = index.entries.filter {
      $0.value.event["type"]?.string?.lowercased() == "seriesmaster"
    }
    let identities = series.keys.sorted()
    let ids = identities.compactMap { series[$0]?.id }
    for (key, snapshot) in zip(identities, try await reader.snapshots(ids)) {
      index.entries[key]?.snapshot = snapshot
    }
    return index
  }

  /// Keeps an event whose identity is among these; what came from the file goes before what has the
  /// same identity by itself.
  private mutating func take(_ item: JSON, _ keys: Set<String>) {
    guard let event = item.object else { return }
    for (key, isSource) in Self.identities(of: item, among: keys)
    where isSource || entries[key] == nil { entries[key] = Entry(event: event) }
  }

  /// The identities of an event that are among these, its own and that of the file it came from.
  private static func identities(
    of item: JSON, among keys: Set<String>
  ) -> [(key: String, isSource: Bool)] {
    let own = item["iCalUId"]?.string?.lowercased()
    let source = item.object.flatMap { SourceIdentity(of: $0) }?.uid.lowercased()
    return [(own, false), (source, true)].compactMap { key, isSource in
      key.flatMap { keys.contains($0) ? ($0, isSource) : nil }
    }
  }
}
