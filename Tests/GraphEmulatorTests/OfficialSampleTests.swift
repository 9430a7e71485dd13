import FoundationEssentials
import HTTPServer
import Host
import JSON
import Testing

@testable import GraphEmulator

/// Requests and answers of Microsoft's documentation, where they lie beside the package.
enum OfficialSamples {
  static let folder: String? = {
    let package = Paths.folder(of: Paths.folder(of: Paths.folder(of: #filePath)))
    let places = [Environment.current["GRAPHCAL_SHARED"], Paths.folder(of: package) + "/shared"]
    return places.compactMap(\.self).map { $0 + "/graph/samples" }
      .first { (try? Files.status(of: $0)) != nil }
  }()

  /// The samples of these groups that have a request and an answer, by name.
  static func exchanges(_ groups: Set<String>) throws -> [(name: String, sample: JSON)] {
    let folder = try #require(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try names.compactMap { name in
      guard let group = name.split(separator: "-").first, groups.contains(String(group)) else {
        return nil
      }
      let sample = try JSON(parsing: try Files.read(folder + "/" + name, limit: 1 << 24))
      guard sample["request"]?.object != nil, sample["response"]?.object != nil else { return nil }
      return (name, sample)
    }
  }
}

@Suite(.enabled(if: OfficialSamples.folder != nil, "skipped: 1 run over Graph's own samples"))
struct OfficialSampleTests {
  /// Calls that cannot be replayed: tokens of another service, placeholders for values, properties of
  /// beta, and one slip (the default calendar cannot be deleted).
  static let left: Set<String> = [
    "calendarview-delta-round1-page2.json", "calendarview-delta-round1-page3.json",
    "calendarview-delta-round2.json", "calendarview-delta.json", "event-snoozereminder.json",
    "event-update.json", "event-get-series-exceptions.json", "calendar-delete.json",
    // Settings of a mailbox, which are replayed elsewhere.
    "delegation-mailboxsettings-get.json", "delegation-mailboxsettings-update.json",
    // Sent to another address than Graph's, in a test of their own.
    "attachment-uploadsession-put-first.json", "attachment-uploadsession-put-last.json",
  ]

  /// Properties of answers that only beta or an older service has, or that were not asked for; and
  /// `transactionId`, which comes only when it was set.
  static let unknown: Set<String> = [
    "@odata.id", "uid", "transactionId", "locations", "isShared", "isSharedWithMe",
  ]

  /// A create whose page says 201 and whose example says 200.
  static let reallyCreated: Set<String> = ["calendarpermission-create.json"]

  /// A mailbox with one of everything that a path of the samples names.
  final class World {
    let graph: CalendarGraph
    let calendar: JSON
    let group: JSON
    let meeting: JSON
    let invitation: JSON
    let series: JSON
    let attachment: JSON
    let permission: JSON

    init() throws {
      graph = try CalendarGraph()
      group = try graph.json("POST", "/me/calendarGroups", ["name": "Samples"])
      calendar = try graph.json("POST", "/me/calendars", ["name": "Sample"])
      meeting = try graph.add(
        timed(
          "All hands", "2020-01-02T09:00", "2020-01-02T10:00",
          more: ["attendees": [["emailAddress": ["address": "x@y.example"]]]]))
      try graph.json(
        "POST", "/me/events",
        timed(
          "Lunch", "2020-01-02T12:00", "2020-01-02T13:00",
          more: ["attendees": [["emailAddress": ["address": "mira@harbor.example"]]]]), user: 1)
      let all = try graph.all("/me/events")
      invitation = all.first { $0["isOrganizer"] == false } ?? .null
      series = try graph.add(
        timed(
          "Review", "2019-04-08T20:30", "2019-04-08T21:00",
          more: SeriesTests.weekly(["monday"], from: "2019-04-08", count: 4)))
      attachment = try graph.json(
        "POST", "/me/events/\(meeting.pathID)/attachments", AttachmentTests.file())
      permission = try graph.json(
        "POST", "/me/calendars/\(calendar.pathID)/calendarPermissions",
        ["emailAddress": ["address": "jonas@harbor.example"], "role": "read"])
      try graph.json(
        "POST", "/me/calendar/calendarPermissions",
        ["emailAddress": ["address": "jonas@harbor.example"], "role": "read"])
      try graph.add(
        timed("Old", "2017-01-02T09:00", "2017-01-02T10:00"))
    }

    /// The path of a sample with ids of this mailbox.
    func path(_ url: String, _ name: String) -> String {
      var target = url
      for root in ["https://graph.microsoft.com/v1.0", "https://graph.microsoft.com/beta"]
      where target.hasPrefix(root) {
        target = String(target.dropFirst(root.count))
      }
      let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
      var segments = parts[0].split(separator: "/").map(String.init)
      if segments.first == "users" { segments.replaceSubrange(0..<2, with: ["me"]) }
      // The resource is the same on messages, which are not here.
      if segments[1] == "messages" { segments[1] = "events" }
      for index in segments.indices.dropFirst(2) {
        switch segments[index - 1].lowercased() {
        case "calendars": segments[index] = calendar.pathID
        case "calendargroups": segments[index] = group.pathID
        case "events": segments[index] = event(name).pathID
        case "calendarpermissions" where segments[index] != "RGVmYXVsdA==":
          segments[index] = permission.pathID
        case "attachments" where segments[index] != "createUploadSession":
          segments[index] = attachment.pathID
        default: break
        }
      }
      let query =
        parts.count > 1 ? "?" + parts[1].split(separator: " ").joined(separator: "%20") : ""
      return "/" + segments.joined(separator: "/") + query
    }

    private func event(_ name: String) -> JSON {
      switch name {
      case _ where name.contains("accept") || name.contains("decline"): invitation
      case _ where name.contains("instances") || name.contains("series"): series
      default: meeting
      }
    }
  }

  @Test func `every documented call of calendars is answered as documented`() throws {
    let groups: Set<String> = [
      "calendar", "calendargroup", "calendarview", "event", "getschedule", "findmeetingtimes",
      "reminderview", "proposal", "onlinemeeting", "delegated", "shared", "attachment",
      "calendarpermission", "delegation",
    ]
    var count = 0
    var world = try World()
    for (name, sample) in try OfficialSamples.exchanges(groups) where !Self.left.contains(name) {
      let request = try #require(sample["request"])
      defer { if request["method"] != "GET" { world = (try? World()) ?? world } }
      let target = world.path(request["url"]?.string ?? "", name)
      do {
        let answer = try world.graph.answer(
          request["method"]?.string ?? "", target, Self.body(of: request),
          prefer: request["headers"]?["Prefer"]?.string)
        let status = Self.reallyCreated.contains(name) ? 201 : sample["response"]?["status"]?.int
        #expect(answer.status == status, "\(name)")
        if case .json(let body) = answer.body, let documented = sample["response"]?["body"] {
          expectProperties(of: documented, in: body, name)
        }
        count += 1
      } catch {
        Issue.record("\(name): \(error.status) \(error.code) \(error.message)")
      }
    }
    print("\(count) documented exchanges replayed, \(Self.left.count) left out")
    #expect(count > 40)
  }

  /// The body that was sent; the documented Base64 has the word `base64` in front.
  private static func body(of request: JSON) -> JSON? {
    guard case .object(var body)? = request["body"] else { return nil }
    if let text = body["contentBytes"]?.string, text.hasPrefix("base64") {
      body["contentBytes"] = .string(String(text.dropFirst("base64".count)))
    }
    return .object(body)
  }

  @Test func `the documented upload of a large file goes through`() throws {
    let world = try World()
    var count = 0
    var session: JSON = nil
    for (name, sample) in try OfficialSamples.exchanges(["attachment"])
    where name.contains("uploadsession") {
      let request = try #require(sample["request"])
      let response = try #require(sample["response"])
      count += 1
      guard request["method"] == "PUT" else {
        session = try world.graph.json(
          "POST", world.path(request["url"]?.string ?? "", name), request["body"])
        continue
      }
      let range = try #require(ContentRange(request["headers"]?["Content-Range"]?.string))
      let url = session["uploadUrl"]?.string ?? ""
      let host = "http://127.0.0.1:8080"
      let parts = url.dropFirst(host.count).split(separator: "?").map(String.init)
      let answer = try UploadDesk(store: world.graph.store).answer(
        UploadRequest(
          method: "PUT", host: host, path: parts[0], query: parts[1],
          headers: ["Content-Range": request["headers"]?["Content-Range"]?.string ?? ""],
          body: [UInt8](repeating: 7, count: range.count), now: world.graph.now))
      #expect(answer.status == response["status"]?.int, "\(name)")
      if case .json(let body) = answer.body {
        #expect(body.object?.keys == response["body"]?.object?.keys, "\(name)")
        #expect(body["nextExpectedRanges"] == response["body"]?["nextExpectedRanges"])
      }
      #expect(
        (answer.headers["Location"] != nil) == (response["headers"]?["Location"] != nil), "\(name)")
    }
    print("\(count) documented steps of an upload replayed")
    #expect(count == 3)
  }

  private func expectProperties(of documented: JSON, in answer: JSON, _ name: String) {
    if let items = documented["value"]?.array {
      // People of the samples have no schedule here.
      guard let item = items.first?.object, let own = answer["value"]?[0]?.object,
        own["error"] == nil
      else { return }
      let missing = item.keys.filter { own[$0] == nil && !Self.unknown.contains($0) }
      #expect(missing.isEmpty, "\(name)")
    } else {
      let own = answer.object ?? [:]
      let missing = (documented.object ?? [:]).keys.filter {
        own[$0] == nil && !Self.unknown.contains($0)
      }
      #expect(missing.isEmpty, "\(name)")
    }
  }
}
