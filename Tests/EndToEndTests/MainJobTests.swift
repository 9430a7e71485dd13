import Foundation
import Testing

/// The main job over real HTTP: both programs as they are built, nothing replaced.
@Suite struct MainJobTests {
  @Test func `sign in, read the week, feed jq`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let outcome = try await home.shell(
      "set -o pipefail; graphcal login --device-code && graphcal week --json | jq -r '.[].subject'")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count > 5)
  }

  @Test func `a dry run shows wall time, zone and transactionId, and sends nothing`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let outcome = try await home.graphcal(
      "new-event", "--subject", "Sync", "--start", "2027-03-26 09:00", "--tz", "Europe/Berlin",
      "--dry-run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let request = try #require(try outcome.items.first)
    #expect(request["method"] as? String == "POST")
    #expect(request["url"] as? String == "/me/events")
    let body = try #require(request["body"] as? [String: Any])
    let start = try #require(body["start"] as? [String: Any])
    #expect((start["dateTime"] as? String)?.hasPrefix("2027-03-26T09:00:00") == true)
    #expect(start["timeZone"] as? String == "W. Europe Standard Time")
    #expect((body["transactionId"] as? String)?.isEmpty == false)
    #expect(try emulator.requests("POST", "/me/events").isEmpty)
  }

  @Test func `a create that fails once makes one event`() async throws {
    let emulator = try Emulator("--fault", "503,retry-after=0:POST /me/events:1")
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let created = try await home.graphcal(
      "new-event", "--subject", "Once only", "--start", "2026-12-01 09:00")
    #expect(created.status == 0, "\(created.errors)")
    let week = try await home.graphcal("week", "--json").items
    #expect(week.filter { $0["subject"] as? String == "Once only" }.count == 1)
    #expect(try emulator.requests("POST", "/me/events").count == 2)
  }

  @Test func `a create whose answer is lost makes one event`() async throws {
    let emulator = try Emulator("--fault", "drop:POST /me/events:1")
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let created = try await home.graphcal(
      "new-event", "--subject", "Once only", "--start", "2026-12-01 09:00", "--json")
    #expect(created.status == 0, "\(created.errors)")
    let week = try await home.graphcal("week", "--json").items
    #expect(week.filter { $0["subject"] as? String == "Once only" }.count == 1)
  }

  @Test func `a throttled list is complete`() async throws {
    let emulator = try Emulator("--fault", "429,retry-after=0:GET /me/calendarView:2")
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let throttled = try await home.graphcal("week", "--json")
    #expect(throttled.status == 0, "\(throttled.errors)")
    let quiet = try await home.graphcal("week", "--json")
    #expect(throttled.output == quiet.output)
    #expect(try throttled.items.count > 5)
  }

  @Test(arguments: [("2026-03-08", 167), ("2026-11-01", 169)])
  func `a week with a clock change is seven calendar days`(day: String, hours: Int) async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let outcome = try await home.graphcal(
      "week", day, "--tz", "America/New_York", "--week-start", "sunday", "--verbose")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let asked = try #require(try emulator.requests("GET", "/me/calendarView").last)
    let bounds = try #require(Self.bounds(in: asked.text))
    #expect(bounds.upperBound.timeIntervalSince(bounds.lowerBound) == Double(hours) * 3600)
    #expect(outcome.errors.contains("range \(day)T00:00:00-0"))
  }

  /// `startDateTime` and `endDateTime` as they stood in the address.
  private static func bounds(in line: String) -> Range<Date>? {
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let url = (object?["request"] as? [String: Any])?["url"] as? String ?? ""
    let items = URLComponents(string: url)?.queryItems ?? []
    let dates = ["startDateTime", "endDateTime"].compactMap { name in
      items.first { $0.name == name }?.value.flatMap { ISO8601DateFormatter().date(from: $0) }
    }
    return dates.count == 2 ? dates[0]..<dates[1] : nil
  }

  @Test func `a warm week makes one request`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    #expect(try await home.graphcal("week").status == 0)
    let before = try emulator.log.count
    #expect(try await home.graphcal("week").status == 0)
    #expect(try emulator.log.count - before == 1)
  }
}

extension Home {
  /// Makes every access token of the cache look long expired.
  func expireAccessTokens() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: tokenCache))
    var root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var tokens = try #require(root["AccessToken"] as? [String: [String: Any]])
    for key in tokens.keys {
      tokens[key]?["expires_on"] = "1000000000"
      tokens[key]?["extended_expires_on"] = "1000000000"
      tokens[key]?["cached_at"] = "999990000"
    }
    root["AccessToken"] = tokens
    try JSONSerialization.data(withJSONObject: root).write(
      to: URL(fileURLWithPath: tokenCache), options: [])
  }
}

extension Emulator {
  /// Requests to the token endpoint that carried a refresh token.
  var refreshes: Int {
    get throws {
      try requests("POST", "/oauth2/v2.0/token").filter { $0.text.contains("refresh_token") }
        .filter {
          $0.text.contains("\"grant_type\":\"refresh_token\"")
            || $0.text.contains("grant_type=refresh_token")
        }
        .count
    }
  }
}
