import CalendarTime
import Calendaring
import Foundation
import GraphAPI
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Exchanges out of the documentation of Microsoft Graph, where they lie beside the package.
enum OfficialSamples {
  static let folder = SharedFiles.folder("graph/samples")

  struct File: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  static func files() throws -> [File] {
    let folder = try #require(folder)
    return try SharedFiles.names(in: folder, suffix: ".json").map {
      File(name: $0, bytes: try Files.read(folder + "/" + $0, limit: 1 << 24))
    }
  }

  /// Every object of the exchanges for which `isWanted` holds, with the name of its file.
  static func objects(
    where isWanted: (JSONObject) -> Bool
  ) throws -> [(file: String, object: JSONObject)] {
    var found: [(String, JSONObject)] = []
    for file in try files() {
      let root = try JSON(parsing: file.bytes)
      for side in ["request", "response"] {
        walk(root[side]?["body"] ?? .null) { if isWanted($0) { found.append((file.name, $0)) } }
      }
    }
    return found
  }

  private static func walk(_ json: JSON, _ visit: (JSONObject) -> Void) {
    switch json {
    case .object(let object):
      visit(object)
      for member in object { walk(member.value, visit) }
    case .array(let elements): for element in elements { walk(element, visit) }
    default: break
    }
  }
}

@Suite(.enabled(if: OfficialSamples.folder != nil, "skipped: 7 checks of the official samples"))
struct OfficialSamplesTests {
  @Test func `every sample is read and written without loss`() throws {
    var numbers = 0
    let files = try OfficialSamples.files()
    for file in files {
      let tree = try JSON(parsing: file.bytes)
      for style in [JSONStyle.wire, .compact, .pretty, .msal] {
        #expect(try JSON(parsing: tree.bytes(style)) == tree, "\(file.name)")
      }
      // A second opinion, by a parser that somebody else wrote.
      let theirs = try JSONSerialization.jsonObject(
        with: Data(file.bytes), options: .fragmentsAllowed)
      let ours = try JSONSerialization.jsonObject(
        with: Data(tree.bytes(.wire)), options: .fragmentsAllowed)
      #expect((theirs as? NSObject)?.isEqual(ours) == true, "\(file.name)")
      let texts = Self.numberTexts(tree)
      #expect(texts == Self.numberTexts(in: file.bytes), "\(file.name)")
      numbers += texts.count
    }
    print("official samples read and written without loss: \(files.count), numbers: \(numbers)")
    #expect(files.count >= 100)
  }

  @Test func `every event of the samples keeps subject, people and times`() throws {
    let zones = Sample.zones
    var events = 0
    var partial = 0
    for (file, object) in try OfficialSamples.objects(where: { $0["start"]?["dateTime"] != nil }) {
      // Suggestions of meeting times and drafts have no id; an id makes an event of them here.
      var object = object
      if object["id"]?.string == nil {
        partial += 1
        object["id"] = "given"
      }
      guard GraphDateTime(object["start"]) != nil else {
        // A placeholder of the documentation where a time should be.
        #expect(CalendarEvent(graph: .object(object), zones: zones) == nil)
        continue
      }
      let event = try #require(
        CalendarEvent(graph: .object(object), zones: zones), "\(file)")
      events += 1
      #expect(event.subject == object["subject"]?.string, "\(file)")
      let people = (object["attendees"]?.array ?? []).filter {
        $0["emailAddress"]?["address"]?.string?.isEmpty == false
          || $0["emailAddress"]?["name"]?.string?.isEmpty == false
      }
      #expect(event.attendees.count == people.count, "\(file)")
      #expect(
        event.attendees.map(\.person.address)
          == people.map { $0["emailAddress"]?["address"]?.string }, "\(file)")
      for (side, wall) in try zip(["start", "end"], Self.wallTimes(of: event, object, zones)) {
        let text = object[side]?["dateTime"]?.string ?? ""
        #expect(wall == String(text.prefix(16)), "\(file): \(side)")
      }
    }
    print(
      "events of the official samples: \(events), of them without an id of their own: \(partial)")
    #expect(events >= 40)
  }

  /// Start and end as the clocks of the event's own zones show them, to the minute.
  private static func wallTimes(
    of event: CalendarEvent, _ object: JSONObject, _ zones: ZoneDatabase
  ) throws -> [String] {
    func text(_ wall: WallTime) -> String { String(wall.text(fractionDigits: 0).prefix(16)) }
    switch event.span {
    case .allDay(let first, let end):
      return [text(WallTime(date: first)), text(WallTime(date: end))]
    case .unknownZone(_, let start, let end): return [text(start), text(end)]
    case .timed(let start, let end):
      return try zip(["start", "end"], [start, end]).map { side, instant in
        let name = object[side]?["timeZone"]?.string ?? ""
        return text(try zones.zone(named: name.isEmpty ? "UTC" : name).wallTime(at: instant))
      }
    }
  }

  @Test func `every calendar of the samples keeps name, owner and rights`() throws {
    let calendars = try OfficialSamples.objects {
      $0["id"]?.string?.isEmpty == false && $0["canEdit"] != nil && $0["name"] != nil
    }
    for (file, object) in calendars {
      let calendar = try #require(CalendarInfo(graph: .object(object)), "\(file)")
      #expect(calendar.id == object["id"]?.string)
      #expect(calendar.name == object["name"]?.string)
      #expect(calendar.canEdit == object["canEdit"]?.bool)
      #expect(calendar.owner?.address == object["owner"]?["address"]?.string)
    }
    print("calendars of the official samples: \(calendars.count)")
    #expect(calendars.count >= 8)
  }

  @Test func `the mailbox settings of the samples keep zone, language and hours`() throws {
    let settings = try OfficialSamples.objects {
      $0["workingHours"]?["startTime"] != nil || $0["language"]?["locale"] != nil
    }
    for (file, object) in settings {
      let read = MailboxSettings(.object(object))
      #expect(read.timeZone == object["timeZone"]?.string, "\(file)")
      #expect(read.language == object["language"]?["locale"]?.string, "\(file)")
      #expect(read.json == .object(object))
      if let hours = object["workingHours"], let start = hours["startTime"]?.string,
        hours["endTime"]?.string != nil
      {
        #expect(read.workingHours?.start == String(start.prefix(5)), "\(file)")
        #expect(read.workingHours?.days.count == hours["daysOfWeek"]?.array?.count ?? 0, "\(file)")
      }
    }
    print("mailbox settings of the official samples: \(settings.count)")
    #expect(settings.count >= 3)
  }

  @Test func `every error of the samples gives its code and message`() throws {
    let errors = try OfficialSamples.objects {
      $0["error"]?["code"]?.string != nil && $0["error"]?["message"] != nil
    }
    for (file, object) in errors {
      let body = JSON.object(object).bytes(.wire)
      let error = ServerError(HTTPResponse(status: 400, body: body))
      let code = object["error"]?["code"]?.string
      #expect((error.code == nil) == (code == ""), "\(file)")
      let message = object["error"]?["message"]?.string
      #expect(error.message?.prefix(199) == message?.prefix(199), "\(file)")
    }
    print("errors of the official samples: \(errors.count)")
    #expect(errors.count >= 5)
  }

  /// The numbers of a tree in the order they stand.
  private static func numberTexts(_ json: JSON) -> [String] {
    switch json {
    case .number(let number): [number.text]
    case .array(let elements): elements.flatMap(numberTexts)
    case .object(let object): object.members.flatMap { numberTexts($0.value) }
    default: []
    }
  }

  /// The numbers of a JSON text, found without a parser: what stands outside of strings.
  private static func numberTexts(in bytes: [UInt8]) -> [String] {
    var texts: [String] = []
    var current = ""
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      let character = Character(Unicode.Scalar(byte))
      if "+-.0123456789".contains(character) || !current.isEmpty && "eE".contains(character) {
        current.append(character)
        continue
      }
      if !current.isEmpty { texts.append(current) }
      current = ""
      isInString = character == "\""
    }
    return texts
  }

  @Test func `every recurrence is understood`() throws {
    let found = try OfficialSamples.objects { $0["pattern"]?.object != nil && $0["range"] != nil }
    #expect(found.count > 3)
    for (file, object) in found {
      guard case .rule(let rule) = Recurrence(graph: .object(object)) else {
        Issue.record("\(file): \(JSON.object(object).text(.wire))")
        continue
      }
      #expect(Recurrence(graph: rule.graphJSON) == .rule(rule), "\(file)")
    }
  }

  @Test func `people's time and suggested times are understood`() throws {
    let zones = ZoneDatabase.system(environment: [:])
    let start = try #require(Date(parsingRFC3339: "2019-03-15T16:00:00Z"))
    let entries = try OfficialSamples.objects { $0["scheduleId"] != nil }
    #expect(entries.count >= 3)
    for (file, object) in entries {
      let info = try #require(ScheduleInformation(.object(object)), "\(file)")
      let items = object["scheduleItems"]?.array ?? []
      let read = info.schedule(from: start, interval: 60, zones: zones).items
      #expect(read.count == items.count, "\(file)")
      #expect(!read.contains { $0.status == .unknown }, "\(file)")
      let hours = try #require(info.workingHours, "\(file)")
      let isKnown = hours.timeZone.map { (try? zones.zone(named: $0)) != nil } ?? false
      #expect(
        isKnown || hours.zoneRule.flatMap { Zone(posixRule: $0, name: "custom") } != nil, "\(file)")
    }
    let suggestions = try OfficialSamples.objects { $0["meetingTimeSlot"] != nil }
    #expect(!suggestions.isEmpty)
    for (file, object) in suggestions {
      let suggestion = try #require(
        MeetingSuggestion(.object(object), zones: zones), "\(file)")
      #expect((0...100).contains(suggestion.confidence), "\(file)")
      #expect(
        suggestion.availability.count == object["attendeeAvailability"]?.array?.count, "\(file)")
    }
  }
}
