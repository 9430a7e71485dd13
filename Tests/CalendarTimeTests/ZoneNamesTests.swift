import CalendarTime
import FoundationEssentials
import Testing

@Suite struct ZoneNamesTests {
  static let database = ZoneDatabase.system(environment: [:])
  /// The instant 2026-07-01T12:00Z.
  static let july = Date(unixSecond: 1_782_907_200)

  // C003
  @Test(arguments: [
    ("GMT+0100", 3600), ("UTC+05:30", 19_800), ("GMT-3", -10_800), ("gmt+6:30", 23_400),
    ("(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb", 7200),
    ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", 7200), ("(UTC+04:30)", 16_200),
    ("(UTC) Coordinated Universal Time", 0), ("Etc/GMT+5", -18_000), ("etc/gmt-5", 18_000),
    ("UTC-11", -39_600), ("utc", 0), ("tzone://Microsoft/Utc", 0), ("-0330", -12_600),
    // C004
    ("South Sudan Standard Time", 7200), ("Qyzylorda Standard Time", 18_000),
    ("Volgograd Standard Time", 10_800), ("Yukon Standard Time", -25_200),
    ("sao tome standard time", 0), ("Magallanes Standard Time", -10_800),
    // C005
    ("Europe/Kyiv (Kiev)", 10_800), ("Asia/Toshkent (Tashkent)", 18_000), ("Europe/Kiev", 10_800),
    // C009
    ("Samoa Standard Time", 46_800),
  ])
  func `a name stands for an offset in July`(name: String, offset: Int) throws {
    #expect(try Self.database.zone(named: name).offset(at: Self.july) == offset)
  }

  @Test(arguments: [
    "", " ", "tzone://Microsoft/Custom", "Customized Time Zone", "Mitteleuropäische Zeit",
    "../zoneinfo/Europe/Berlin", "/etc/localtime", "Europe//Berlin", "Europe/", "UTC+25", "GMT+5.5",
    "(UTC+01:00) Atlantis", "(UTC+05:00) London", "zone.tab", "Europe", "Berlin\u{0}",
  ])
  func `a name nobody knows is refused`(name: String) {
    let error = #expect(throws: ZoneError.self) { try Self.database.zone(named: name) }
    guard case .unknown(name, _) = error else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
  }

  @Test func `Greenwich Mean Time is refused with near names`() {
    let error = #expect(throws: ZoneError.self) {
      try Self.database.zone(named: "Greenwich Mean Time")
    }
    guard case .unknown(_, let near) = error else { return }
    #expect(near.contains("Greenwich Standard Time"))
    #expect(near.contains("GMT Standard Time"))
  }

  @Test(arguments: [
    ("Europe/Berln", "Europe/Berlin"), ("W Europe Standard Time", "W. Europe Standard Time"),
    ("America/Newyork", "America/New_York"),
  ])
  func `a slip of the pen finds the name meant`(name: String, near: String) {
    #expect(throws: ZoneError.self) { try Self.database.zone(named: name) }
    do {
      _ = try Self.database.zone(named: name)
    } catch .unknown(_, let names) {
      #expect(names.first == near)
    } catch {
      Issue.record(error)
    }
  }

  @Test(arguments: [
    ("Africa/Juba", "South Sudan Standard Time"), ("Asia/Kolkata", "India Standard Time"),
    ("Asia/Calcutta", "India Standard Time"), ("Europe/Kyiv", "FLE Standard Time"),
    ("US/Eastern", "Eastern Standard Time"), ("Asia/Almaty", "West Asia Standard Time"),
    ("Pacific/Pago_Pago", "UTC-11"), ("America/Nuuk", "Greenland Standard Time"),
  ])
  func `a zone has one Windows name`(zone: String, windows: String) {
    #expect(WindowsZones.windows(for: zone) == windows)
  }

  @Test func `every Windows id has a zone`() throws {
    #expect(WindowsZones.all.count == 142)
    for entry in WindowsZones.all where entry.windows != "UTC" {
      #expect(try Self.database.zone(named: entry.windows).name == entry.iana)
    }
  }

  @Test func `a Windows name is exact only with equal rules`() throws {
    let database = Self.database
    func match(_ name: String) throws -> WindowsNameMatch {
      database.windowsName(for: try database.zone(named: name), from: Self.july)
    }
    #expect(try match("Europe/Paris") == .exact("Romance Standard Time"))
    #expect(try match("UTC") == .exact("UTC"))
    #expect(try match("+05:30") == .exact("India Standard Time"))
    #expect(try match("Antarctica/Troll") == .none(nearest: nil))
    #expect(try match("UTC+04:15") == .none(nearest: nil))
  }
}
