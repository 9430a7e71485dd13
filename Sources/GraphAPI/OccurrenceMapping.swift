package import CalendarTime
import FoundationEssentials
import HTTP
package import JSON

/// Puts together what the service tells apart in a round of changes: an occurrence, of which only id and
/// times come, and its series, which has all else.
///
/// The result is what a view has of the occurrence. Source: Microsoft Graph, "event: delta";
/// microsoft-graph-docs#7632.
package struct OccurrenceMapping {
  private let master: JSONObject
  private let id: String?
  /// The zone whose dates the series goes by; nil where nobody knows it.
  private let zone: Zone?

  /// Members of a series that its occurrences do not have.
  private static let ofSeriesAlone = [
    "@odata.context", "cancelledOccurrences", "exceptionOccurrences", "transactionId",
  ]

  package init(master: JSONObject, zones: ZoneDatabase) {
    self.master = master
    id = master["id"]?.string
    let name =
      master["recurrence"]?["range"]?["recurrenceTimeZone"]?.string
      ?? master["originalStartTimeZone"]?.string
    zone = name.flatMap { try? zones.zone(named: $0) }
  }

  /// The occurrence whole; its own members go before those of the series.
  package func event(_ stub: JSONObject) -> JSONObject {
    var event = master
    for name in Self.ofSeriesAlone { event[name] = nil }
    event["type"] = "occurrence"
    event["recurrence"] = .null
    for (name, value) in stub.members { event[name] = value }
    if stub["changeKey"] == nil, let tag = stub["@odata.etag"]?.string {
      let key = tag.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first
      if let key { event["changeKey"] = .string(String(key)) }
    }
    if stub["seriesMasterId"] == nil { event["seriesMasterId"] = .string(orNull: id) }
    if stub["webLink"] == nil, let link = webLink(of: stub) { event["webLink"] = .string(link) }
    if stub["iCalUId"] == nil, let own = globalID(of: stub) { event["iCalUId"] = .string(own) }
    return event
  }

  /// The link of the series with the occurrence's id in the place of its own.
  private func webLink(of stub: JSONObject) -> String? {
    guard let link = master["webLink"]?.string, let id, let own = stub["id"]?.string else {
      return nil
    }
    let encoded = PercentEncoding.segment(id)
    guard link.contains(encoded) else { return nil }
    return link.replacing(encoded, with: PercentEncoding.segment(own))
  }

  /// The series' global object id with the date of the occurrence in it.
  ///
  /// The date is that by the series' own zone. Source: [MS-OXOCAL] section 2.2.1.27,
  /// PidLidGlobalObjectId: bytes 16 to 19 are the year, the month and the day, 0 for the whole series.
  private func globalID(of stub: JSONObject) -> String? {
    let start = "040000008200E00074C5B7101A82E008"
    guard let series = master["iCalUId"]?.string, series.uppercased().hasPrefix(start),
      series.utf8.count >= 40, let date = date(of: stub)
    else { return nil }
    let (year, month, day) = date.components
    let digits = [year >> 8 & 255, year & 255, month, day].map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }
    return series.prefix(32) + digits.joined() + series.dropFirst(40)
  }

  private func date(of stub: JSONObject) -> CalendarDate? {
    guard let start = GraphDateTime(stub["start"]) else { return nil }
    if master["isAllDay"]?.bool == true { return start.wall.date }
    guard let zone else { return nil }
    let own = start.offset.map { Zone.fixed(secondsEast: $0) } ?? .utc
    return zone.date(at: own.instant(of: start.wall))
  }
}
