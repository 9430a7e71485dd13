import Foundation
import Testing

/// Meetings between people over real HTTP: what one answers, the other sees.
@Suite struct MeetingTests {
  private func home(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    return home
  }

  private func event(_ subject: String, in home: Home) async throws -> [String: Any] {
    let agenda = try await home.graphcal(
      "agenda", "--from", "2026-11-30", "--days", "21", "--json")
    return try #require(
      try agenda.items.first { ($0["subject"] as? String)?.contains(subject) == true },
      "\(subject): \(agenda.errors)")
  }

  private func id(_ subject: String, in home: Home) async throws -> String {
    try #require(try await event(subject, in: home)["id"] as? String)
  }

  private func response(_ event: [String: Any]) -> String? {
    (event["responseStatus"] as? [String: Any])?["response"] as? String
  }

  @Test func `invitations are answered in one call each`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let workshop = try await id("Colour workshop", in: home)
    let accepted = try await home.graphcal("respond", workshop, "accept", "--yes")
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(response(try await event("Colour workshop", in: home)) == "accepted")
    let again = try await home.graphcal("respond", workshop, "tentative", "--silent")
    #expect(again.status == 0, "\(again.errors)")
    #expect(response(try await event("Colour workshop", in: home)) == "tentativelyAccepted")

    let review = try await id("Quarterly supplier review", in: home)
    let declined = try await home.graphcal(
      "respond", review, "decline", "--comment", "on leave", "--propose", "thu 14:00", "--tz",
      "Europe/Berlin", "--yes")
    #expect(declined.status == 0, "\(declined.errors)")
    let sent = try emulator.requests("POST", "/decline")
    #expect(sent.count == 1)
    #expect(sent.first?.text.contains("2026-12-03T14:00:00") == true)
    #expect(sent.first?.text.contains("2026-12-03T16:00:00") == true)
    let agenda = try await home.graphcal(
      "agenda", "--from", "2026-11-30", "--days", "21", "--json")
    #expect(!agenda.output.contains("Quarterly supplier review"))
  }

  @Test func `what cannot be answered is not sent`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let own = try await id("Design review", in: home)
    let cancelled = try await id("Launch rehearsal", in: home)
    for reference in [own, cancelled] {
      let outcome = try await home.graphcal("respond", reference, "accept", "--yes")
      #expect(outcome.status == 2, "\(outcome.errors)")
    }
    let comment = try await home.graphcal(
      "respond", own, "accept", "--silent", "--comment", "x", "--yes")
    #expect(comment.status == 2)
    #expect(try emulator.requests("POST", "/accept").isEmpty)
  }

  @Test func `a meeting is made, forwarded and called off, and the others see it`() async throws {
    let emulator = try Emulator(
      autoApprove: "--auto-approve=mira@harbor.example,jonas@harbor.example,aiko@harbor.example")
    let mira = try await home(emulator)
    let jonas = try await home(emulator)
    let aiko = try await home(emulator)
    let made = try await mira.graphcal(
      "new-event", "--subject", "Crane talk", "--start", "2026-12-02 14:00", "--attendee",
      "jonas@harbor.example", "--yes")
    #expect(made.status == 0, "\(made.errors)")
    let copy = try await id("Crane talk", in: jonas)
    let tentative = try await jonas.graphcal(
      "respond", copy, "tentative", "--propose", "16:00", "--yes")
    #expect(tentative.status == 0, "\(tentative.errors)")
    let original = try await id("Crane talk", in: mira)
    let forwarded = try await jonas.graphcal(
      "forward-event", copy, "--to", "aiko@harbor.example", "--comment", "you too?", "--yes")
    #expect(forwarded.status == 0, "\(forwarded.errors)")
    #expect(try await event("Crane talk", in: aiko)["isOrganizer"] as? Bool == false)
    // Only who organizes a meeting can call it off.
    #expect(try await jonas.graphcal("cancel-event", copy, "--yes").status == 2)
    let off = try await mira.graphcal(
      "cancel-event", original, "--comment", "The crane is broken", "--yes")
    #expect(off.status == 0, "\(off.errors)")
    #expect(off.output.contains("2 people were told"))
    for home in [jonas, aiko] {
      #expect(try await event("Crane talk", in: home)["isCancelled"] as? Bool == true)
    }
    #expect(try await mira.graphcal("show", original).status == 3)
  }

  @Test func `of a series one is answered, or all`() async throws {
    let emulator = try Emulator()
    let home = try await home(emulator)
    let one = try await id("Finance review", in: home)
    #expect(try await home.graphcal("respond", one, "decline", "--yes").status == 2)
    let answered = try await home.graphcal(
      "respond", one, "tentative", "--scope", "this", "--yes")
    #expect(answered.status == 0, "\(answered.errors)")
    #expect(response(try await event("Finance review", in: home)) == "tentativelyAccepted")
    let all = try await home.graphcal("respond", one, "decline", "--scope", "series", "--yes")
    #expect(all.status == 0, "\(all.errors)")
    let agenda = try await home.graphcal("agenda", "--days", "70", "--json")
    #expect(!agenda.output.contains("Finance review"))
  }
}

/// Events from phrases, by the real programs.
@Suite struct AddTests {
  @Test func `a phrase becomes an event, and an unclear one none`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let added = try await home.graphcal(
      "add", "lunch with Ana tomorrow 12:30 45m @Cantina", "--json")
    #expect(added.status == 0, "\(added.errors)")
    let event = try #require(try added.json as? [String: Any])
    #expect(event["subject"] as? String == "lunch with Ana")
    let computed = try #require(event["graphcal"] as? [String: Any])
    #expect(computed["start"] as? String == "2026-12-01T12:30:00+01:00")
    #expect(computed["durationMinutes"] as? Int == 45)
    #expect((event["location"] as? [String: Any])?["displayName"] as? String == "Cantina")
    // Somebody of the address book is found by name, and invited after a yes only.
    let known = try await home.graphcal("add", "dinner with Priya fri 19:00")
    #expect(known.status == 8)
    #expect(known.errors.contains("priya.raman@monsoon-freight.example"))
    let series = try await home.graphcal("add", "tea every fri 16:00 for 20m until 18 dec")
    #expect(series.status == 0, "\(series.errors)")
    let agenda = try await home.graphcal("agenda", "--days", "30", "--json")
    #expect(try agenda.items.filter { $0["subject"] as? String == "tea" }.count == 3)
    let before = try emulator.requests("POST", "/me/events").count
    for phrase in ["call 4/5 9:00", "call 9:00 or 10:00", "call"] {
      #expect(try await home.graphcal("add", phrase).status == 2)
    }
    #expect(try await home.graphcal("add", "talk with bo@contoso.example fri 9:00").status == 8)
    #expect(try emulator.requests("POST", "/me/events").count == before)
  }
}
