import Foundation
import Testing

/// `free`, `free-busy`, `find-time` and `rooms` over real HTTP.
@Suite struct SchedulingTests {
  private static let scopes =
    "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.Read,People.Read,Place.Read.All"

  private func home(
    _ emulator: Emulator, scopes: String = SchedulingTests.scopes
  ) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return home
  }

  private static func range(_ item: [String: Any]) -> Range<Date>? {
    let computed = item["graphcal"] as? [String: Any]
    let dates = ["start", "end"].compactMap { name in
      (computed?[name] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
    }
    return dates.count == 2 && dates[0] < dates[1] ? dates[0]..<dates[1] : nil
  }

  @Test func `free slots lie in working hours, and no busy event overlaps one`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let free = try await home.graphcal("free", "--for", "30m", "--next", "40", "--json")
    #expect(free.status == 0, "\(free.errors)")
    let slots = try free.items.compactMap(Self.range)
    #expect(slots.count == 40)
    let agenda = try await home.graphcal("agenda", "--days", "14", "--calendar", "all", "--json")
    // What colleagues share stands in the same list and takes none of Mira's time.
    let own = try await home.graphcal("calendars", "--json").items.filter {
      ($0["owner"] as? [String: Any])?["address"] as? String == "mira@harbor.example"
    }.compactMap { $0["name"] as? String }
    #expect(own.count == 3)
    let busy = try agenda.items.filter {
      own.contains(($0["graphcal"] as? [String: Any])?["calendar"] as? String ?? "")
        && ["busy", "tentative", "oof"].contains($0["showAs"] as? String ?? "")
        && $0["isCancelled"] as? Bool != true
        && ($0["responseStatus"] as? [String: Any])?["response"] as? String != "declined"
    }.compactMap(Self.range)
    #expect(busy.count > 10)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    for slot in slots {
      #expect(!busy.contains { $0.overlaps(slot) }, "\(slot)")
      let start = calendar.dateComponents([.weekday, .hour, .minute], from: slot.lowerBound)
      let minutes = (start.hour ?? 0) * 60 + (start.minute ?? 0)
      #expect((2...6).contains(start.weekday ?? 0))
      #expect((8 * 60 + 30...16 * 60 + 30).contains(minutes) && minutes % 15 == 0)
    }
  }

  @Test func `people's time, by name and by address`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let json = try await home.graphcal("free-busy", "jonas", "me", "--week", "--json")
    #expect(json.status == 0, "\(json.errors)")
    let items = try json.items
    #expect(
      items.map { $0["scheduleId"] as? String } == ["jonas@harbor.example", "mira@harbor.example"])
    #expect((items[0]["scheduleItems"] as? [Any])?.isEmpty == false)
    #expect((items[0]["availabilityView"] as? String)?.count == 7 * 48)
    let text = try await home.graphcal(
      "free-busy", "jonas", "aiko", "--week", environment: ["COLUMNS": "80"])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("Jonas Okafor") && text.output.contains("█"))
    #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let some = try await home.graphcal("free-busy", "jonas", "nobody@harbor.example")
    #expect(some.status == 9)
    let none = try await home.graphcal("free-busy", "nobody@harbor.example")
    #expect(none.status == 3 && none.output.isEmpty)
    let long = try await home.graphcal("free-busy", "jonas", "--days", "100", "--json")
    #expect(long.status == 0, "\(long.errors)")
    #expect((try long.items[0]["availabilityView"] as? String)?.count == 100 * 48)
  }

  @Test func `a whole day of one's own is taken from midnight to midnight`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let made = try await home.graphcal(
      "new-event", "--subject", "Fair", "--all-day", "--start", "2027-03-01", "--end", "2027-03-02",
      "--show-as", "oof")
    #expect(made.status == 0, "\(made.errors)")
    let shown = try await home.graphcal(
      "free-busy", "me", "--from", "2027-03-01", "--days", "3", "--json")
    let items = try #require(try shown.items.first?["scheduleItems"] as? [[String: Any]])
    let ranges = items.filter { $0["status"] as? String == "oof" }.compactMap {
      ($0["graphcal"] as? [String: Any])?["start"] as? String
    }
    #expect(ranges.contains("2027-03-01T00:00:00+01:00"), "\(shown.output)")
  }

  @Test func `a suggested time can be typed as it is printed`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let found = try await home.graphcal(
      "find-time", "jonas", "--optional", "aiko", "--for", "1h", "--from", "tomorrow")
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.output.contains("100 %"))
    let line = try #require(
      found.errors.split(separator: "\n").first { $0.contains("graphcal new-event") })
    let command = line.drop { $0 != ":" }.dropFirst(2).replacing("…", with: "Plan")
    let created = try await home.shell(command + " --yes --json")
    #expect(created.status == 0, "\(command)\n\(created.errors)")
    let json = try await home.graphcal(
      "find-time", "jonas", "--for", "1h", "--from", "tomorrow", "--json")
    #expect((try json.items.first?["confidence"] as? Double) == 100)
    let room = try await home.graphcal(
      "find-time", "jonas", "--for", "1h", "--room", "--from", "tomorrow", "--json")
    let places = try #require(try room.items.first?["locations"] as? [[String: Any]])
    #expect(places.first?["locationEmailAddress"] as? String == "dock5@harbor.example")
    let named = try await home.graphcal(
      "find-time", "jonas", "--for", "1h", "--room=Dock 5", "--from", "tomorrow")
    #expect(named.errors.contains("--room dock5@harbor.example"), "\(named.errors)")
    let booked = try await home.graphcal(
      "new-event", "--subject", "x", "--start", "2027-02-01 10:00", "--room", "dock 5", "--yes",
      "--json")
    #expect(booked.status == 0, "\(booked.errors)")
    let place = try #require((booked.json as? [String: Any])?["location"] as? [String: Any])
    #expect(place["locationEmailAddress"] as? String == "dock5@harbor.example")
    let none = try await home.graphcal(
      "find-time", "jonas", "--for", "8h", "--from", "tomorrow", "--to", "tomorrow")
    #expect(none.status == 0 && none.output.hasPrefix("No time found: "))
  }

  @Test func `a personal account's times are computed from its own calendars`() async throws {
    let emulator = try Emulator(autoApprove: "--auto-approve=sam.rivera@outlook.example")
    let home = try await home(
      emulator, scopes: "User.Read,MailboxSettings.Read,Calendars.ReadWrite")
    let found = try await home.graphcal(
      "find-time", "dana@soccer.example", "--for", "1h", "--at-least", "0", "--json")
    #expect(found.status == 0, "\(found.errors)")
    #expect(try found.items.count == 5)
    #expect(found.errors.contains("dana@soccer.example"))
    #expect(try emulator.requests("POST", "/findMeetingTimes").isEmpty)
    let own = try await home.graphcal("free-busy", "me", "--week", "--json")
    #expect(own.status == 0, "\(own.errors)")
    #expect((try own.items[0]["scheduleItems"] as? [Any])?.isEmpty == false)
  }

  @Test func `rooms, and those that are free`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let all = try await home.graphcal("rooms", "--json")
    #expect(all.status == 0, "\(all.errors)")
    #expect(try all.items.count == 3)
    let pier = try await home.graphcal("rooms", "--building", "pier 3", "--capacity", "6", "--json")
    #expect(try pier.items.map { $0["emailAddress"] as? String } == ["dock5@harbor.example"])
    // Dock 5 is where the sprint is planned.
    let free = try await home.graphcal(
      "rooms", "--free", "2026-11-30 10:00", "--for", "1h", "--tz", "Europe/Berlin", "--json")
    #expect(free.status == 0, "\(free.errors)")
    let addresses = try free.items.compactMap { $0["emailAddress"] as? String }
    #expect(!addresses.contains("dock5@harbor.example") && addresses.count == 2)
  }
}
