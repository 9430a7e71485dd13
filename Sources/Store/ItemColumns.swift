import CalendarTime
import Calendaring
import Contacts
import FoundationEssentials
import GraphAPI
import JSON

/// What of a resource stands in columns of its own, to be searched.
struct ItemColumns {
  var type: String?
  /// The id of the series that an occurrence or exception belongs to.
  var series: String?
  var changeKey: String?
  /// In seconds since 1970; dates and times of an unknown zone count as UTC.
  var start: Double?
  var finish: Double?
  /// Between which seconds since 1970 it lies, whatever the zone of dates and of unknown names.
  var bounds: Bounds?
  var firstDay: Int?
  var endDay: Int?
  var title: String?
  /// The words that a search goes by; nil for an occurrence, whose series has them.
  var words: Words?
  /// Whom it names with an address; an occurrence names nobody, its series does.
  var people: [NamedPerson] = []

  struct Bounds: Equatable {
    var start: Double
    var finish: Double
  }

  struct Words {
    var people = ""
    var place = ""
    var text = ""
  }

  /// The day on which people meet, counted from 1970 by UTC; none for a series, which goes on.
  var dayOfMeeting: Int? {
    type == "seriesmaster" ? nil : start.map { Int(($0 / 86_400).rounded(.down)) }
  }

  init(_ kind: CopyKind, _ item: JSONObject) {
    changeKey = item["changeKey"]?.string ?? Self.key(inEntityTag: item["@odata.etag"]?.string)
    switch kind {
    case .calendar: readEvent(item)
    case .contactFolder: readContact(item)
    }
  }

  /// Whether it is an occurrence, which is nothing but its times.
  static func isStub(_ item: JSONObject) -> Bool { type(of: item) == "occurrence" }

  static func type(of item: JSONObject) -> String? { item["type"]?.string?.lowercased() }

  private mutating func readEvent(_ item: JSONObject) {
    type = Self.type(of: item)
    if type == "occurrence" || type == "exception" { series = item["seriesMasterId"]?.string }
    readTimes(item)
    title = item["subject"]?.string
    guard type != "occurrence" else { return }
    people = NamedPerson.ofEvent(item)
    var names = (item["attendees"]?.array ?? []).map { $0["emailAddress"] }
    names.append(item["organizer"]?["emailAddress"])
    words = Words(
      people: names.flatMap { [$0?["name"]?.string, $0?["address"]?.string] }
        .compactMap(\.self).joined(separator: " "),
      place: item["location"]?["displayName"]?.string ?? "",
      text: item["bodyPreview"]?.string ?? "")
  }

  /// Times come in UTC, as they are asked for.
  ///
  /// A date, or a time in another zone, begins up to 14 hours
  /// before the one that its clock would be in UTC, and ends up to 12 hours after.
  private mutating func readTimes(_ item: JSONObject) {
    guard let from = GraphDateTime(item["start"]) else { return }
    let to = GraphDateTime(item["end"]) ?? from
    func instant(_ time: GraphDateTime) -> Double {
      let zone = time.offset.map { Zone.fixed(secondsEast: $0) } ?? .utc
      return zone.instant(of: time.wall).timeIntervalSince1970
    }
    start = instant(from)
    finish = max(instant(to), instant(from))
    let isDate = item["isAllDay"]?.bool == true
    if let start, let finish {
      let isExact = !isDate && [from, to].allSatisfy { $0.offset != nil || $0.timeZone == "UTC" }
      bounds =
        isExact
        ? Bounds(start: start, finish: finish)
        : Bounds(start: start - 14 * 3600, finish: finish + 12 * 3600)
    }
    guard isDate else { return }
    firstDay = from.wall.date.daysSinceEpoch
    endDay = max(to.wall.date.daysSinceEpoch, from.wall.date.daysSinceEpoch + 1)
  }

  private mutating func readContact(_ item: JSONObject) {
    func texts(_ names: String...) -> [String] { names.compactMap { item[$0]?.string } }
    title = item["displayName"]?.string
    people = NamedPerson.ofContact(item)
    let mails = (item["emailAddresses"]?.array ?? []).flatMap {
      [$0["name"]?.string, $0["address"]?.string].compactMap(\.self)
    }
    words = Words(
      people: (texts(
        "givenName", "middleName", "surname", "nickName", "fileAs", "yomiGivenName",
        "yomiSurname") + mails).joined(separator: " "),
      place: texts("companyName", "department", "jobTitle", "officeLocation")
        .joined(separator: " "),
      text: item["personalNotes"]?.string ?? "")
  }

  /// Source: Microsoft Graph, resource "event": the entity tag is the change key.
  private static func key(inEntityTag tag: String?) -> String? {
    tag?.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(
      String.init)
  }
}
