import CalendarTime
import Foundation
import Testing

@Suite struct ZoneDatabaseTests {
  static let kyiv = TZifBuilder(footer: "EET-2EEST,M3.5.0/3,M10.5.0/4").bytes
  static let nuuk = TZifBuilder(footer: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0").bytes
  static let july = Date(unixSecond: 1_782_907_200)

  // C005
  @Test(arguments: [
    ("Europe/Kiev", "Europe/Kyiv", kyiv, "2026-07-01T15:00:00+03:00"),
    ("Europe/Kyiv", "Europe/Kiev", kyiv, "2026-07-01T15:00:00+03:00"),
    ("America/Godthab", "America/Nuuk", nuuk, "2026-07-01T11:00:00-01:00"),
    ("America/Nuuk", "america/godthab", nuuk, "2026-07-01T11:00:00-01:00"),
    ("Europe/Kiev", "FLE Standard Time", kyiv, "2026-07-01T15:00:00+03:00"),
    ("Europe/Kiev", "Europe/Kyiv (Kiev)", kyiv, "2026-07-01T15:00:00+03:00"),
  ])
  func `a zone is found by the spelling the machine has`(
    file: String, name: String, bytes: [UInt8], shown: String
  ) throws {
    try withZoneFolder([file: bytes]) { (folder: String) throws in
      let zone = try ZoneDatabase(directories: [folder]).zone(named: name)
      #expect(Self.july.rfc3339(in: zone) == shown)
      #expect(zone.name.split(separator: "/").count == 2)
    }
  }

  // C005
  @Test func `a machine without zone data says so`() throws {
    try withZoneFolder(["tzdata.zi": Array("# version 2025b\n".utf8)]) { (folder: String) throws in
      let database = ZoneDatabase.system(environment: ["TZDIR": folder])
      for name in ["Europe/Paris", "Romance Standard Time", "(UTC+01:00) Brussels, Paris"] {
        #expect(throws: ZoneError.noZoneData(name: name, searched: [folder])) {
          try database.zone(named: name)
        }
      }
      #expect(throws: ZoneError.noZoneData(name: "Europe/Paris", searched: [folder])) {
        try database.localZone(environment: ["TZ": "Europe/Paris"])
      }
      // These need none.
      for name in ["UTC", "Etc/UTC", "GMT", "tzone://Microsoft/Utc"] {
        #expect(try database.zone(named: name) == .utc)
      }
      #expect(try database.zone(named: "GMT+0100").offset(at: Self.july) == 3600)
      #expect(try database.zone(named: "UTC-11").offset(at: Self.july) == -39_600)
      #expect(try database.zone(named: "UTC-11").name == "Etc/GMT+11")
    }
  }

  @Test func `a damaged zone file is told from a missing one`() throws {
    try withZoneFolder(["Europe/Paris": Array("TZif2".utf8), "UTC": TZifBuilder().bytes]) {
      (folder: String) throws in
      #expect(
        throws: ZoneError.malformed(
          name: "Europe/Paris", file: folder + "/Europe/Paris",
          reason: .truncated(needed: 44, found: 5))
      ) { try ZoneDatabase(directories: [folder]).zone(named: "Europe/Paris") }
    }
  }

  @Test func `the first directory with the zone wins`() throws {
    try withZoneFolder(["a/Test/Zone": Self.kyiv, "b/Test/Zone": Self.nuuk, "b/UTC": []]) {
      (folder: String) throws in
      let database = ZoneDatabase(directories: [folder + "/none", folder + "/a", folder + "/b"])
      #expect(try database.zone(named: "Test/Zone").offset(at: Self.july) == 10_800)
      #expect(try database.zone(named: "TEST/ZONE").name == "Test/Zone")
    }
  }

  @Test func `TZ names a zone, a file or a rule`() throws {
    try withZoneFolder(["zoneinfo/Europe/Kyiv": Self.kyiv, "file": Self.nuuk]) {
      (folder: String) throws in
      let database = ZoneDatabase(directories: [folder + "/zoneinfo"])
      func name(_ value: String) throws -> String? {
        try database.localZone(environment: ["TZ": value], settings: folder)?.name
      }
      #expect(try name("Europe/Kyiv") == "Europe/Kyiv")
      #expect(try name(":Europe/Kyiv") == "Europe/Kyiv")
      #expect(try name(folder + "/zoneinfo/Europe/Kyiv") == "Europe/Kyiv")
      #expect(try name(folder + "/file") == folder + "/file")
      #expect(try name("") == "UTC")
      #expect(try name("UTC0") == "UTC0")
      let rule = try database.localZone(environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
      #expect(rule?.offset(at: Self.july) == 7200)
      #expect(throws: ZoneError.self) { try name("Nowhere/Land") }
      #expect(throws: ZoneError.self) { try name("/nowhere") }
    }
  }

  @Test func `without TZ the files of the system tell the zone`() throws {
    try withZoneFolder(["zoneinfo/Europe/Kyiv": Self.kyiv]) { (folder: String) throws in
      let database = ZoneDatabase(directories: [folder + "/zoneinfo"])
      func local() throws -> Zone? { try database.localZone(environment: [:], settings: folder) }
      #expect(try local() == nil)
      try Data(Self.nuuk).write(to: URL(fileURLWithPath: folder + "/localtime"))
      #expect(try local()?.name == "localtime")
      try Data("Europe/Kyiv\n".utf8).write(to: URL(fileURLWithPath: folder + "/timezone"))
      #expect(try local()?.name == "Europe/Kyiv")
      try FileManager.default.removeItem(atPath: folder + "/localtime")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/localtime", withDestinationPath: "zoneinfo/posix/Europe/Kyiv")
      try Data("Nowhere/Land\n".utf8).write(to: URL(fileURLWithPath: folder + "/timezone"))
      #expect(try local()?.name == "Europe/Kyiv")
    }
  }

  @Test(arguments: [
    (["tzdata.zi": "# version 2025b\n# redo\n"], "2025b"), (["+VERSION": "2026a\n"], "2026a"),
    (
      ["leapseconds": "# Allowance\n#updated 1736208000 (2025-01-07 00:00:00 UTC)\n"],
      "leap seconds of 2025-01-07"
    ),
    (["tzdata.zi": "", "+VERSION": "2024b"], "2024b"), (["UTC": ""], nil),
  ])
  func `the data tells its release`(files: [String: String], version: String?) throws {
    try withZoneFolder(files.mapValues { Array($0.utf8) }) { (folder: String) throws in
      #expect(ZoneDatabase(directories: [folder]).dataVersion == version)
    }
  }

  // C009
  @Test func `Samoa is two Windows zones a day apart`() throws {
    let database = ZoneDatabase.system(environment: [:])
    let instant = try #require(Date(parsingRFC3339: "2026-07-01T20:00:00Z"))
    let apia = try database.zone(named: "Samoa Standard Time")
    #expect(instant.rfc3339(in: apia) == "2026-07-02T09:00:00+13:00")
    let pagoPago = try database.zone(named: "UTC-11")
    #expect(instant.rfc3339(in: pagoPago) == "2026-07-01T09:00:00-11:00")
    let change = try #require(Date(parsingRFC3339: "2021-04-03T14:00:00Z"))
    let year = change.addingTimeInterval(-86_400)..<change.addingTimeInterval(86_400)
    #expect(apia.transitions(in: year).map(\.instant) == [change])
    #expect(apia.transitions(in: year).map(\.shift) == [-3600])
  }

  // C013
  @Test(arguments: [
    ("2026-03-04T14:00:00Z", 15), ("2026-03-11T13:00:00Z", 14), ("2026-03-18T13:00:00Z", 14),
    ("2026-03-25T13:00:00Z", 14), ("2026-04-01T13:00:00Z", 15), ("2026-10-21T13:00:00Z", 15),
    ("2026-10-28T13:00:00Z", 14), ("2026-11-04T14:00:00Z", 15),
  ])
  func `each occurrence is converted by its own date`(text: String, hour: Int) throws {
    let database = ZoneDatabase.system(environment: [:])
    let instant = try #require(Date(parsingRFC3339: text))
    let berlin = try database.zone(named: "Europe/Berlin")
    #expect(berlin.wallTime(at: instant).hour == hour)
    let newYork = try database.zone(named: "Eastern Standard Time")
    #expect(newYork.wallTime(at: instant).hour == 9)
  }

  // C001 and C007 rest on this: what is no zone is refused, not taken for UTC.
  @Test(arguments: ["", "[]", "null", "tzone://Microsoft/Custom", "Customized Time Zone"])
  func `a name that is none is never UTC`(name: String) {
    #expect(throws: ZoneError.unknown(name: name, near: [])) {
      try ZoneDatabase.system(environment: [:]).zone(named: name)
    }
  }

  @Test(arguments: ["Europe/Berlin", "Pacific/Apia", "America/New_York", "UTC", "UTC+05:30"])
  func `the whole calendar can be walked`(name: String) throws {
    let zone = try ZoneDatabase.system(environment: [:]).zone(named: name)
    for year in [1, 1582, 1883, 1970, 2037, 2100, 9999] {
      var day = try #require(CalendarDate(year: year, month: 1, day: 1))
      let end = day.adding(days: 365)
      while day < end {
        let range = zone.day(day)
        #expect(zone.date(at: range.lowerBound) >= day)
        #expect(zone.day(day.adding(days: 1)).lowerBound == range.upperBound)
        day = day.adding(days: 1)
      }
    }
    #expect(zone.wallTime(at: .distantPast).date < zone.wallTime(at: .distantFuture).date)
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      _ = zone.wallTime(at: Date(timeIntervalSinceReferenceDate: seconds))
    }
  }

  @Test(arguments: [
    ("UTC", true), ("Etc/UTC", true), ("Zulu", true), ("tzone://Microsoft/Utc", true),
    ("Europe/London", false), ("Africa/Abidjan", false), ("UTC+01:00", false),
  ])
  func `UTC is written with Z`(name: String, isUTC: Bool) throws {
    let zone = try ZoneDatabase.system(environment: [:]).zone(named: name)
    #expect(zone.isUTC == isUTC)
    #expect(Self.july.rfc3339(in: zone).hasSuffix("Z") == isUTC)
  }

  @Test func `fixed zones stay within the offsets of the format`() {
    #expect(Zone.fixed(secondsEast: 0) == .utc)
    #expect(Zone.fixed(secondsEast: -12_600).name == "UTC-03:30")
    #expect(Zone.fixed(secondsEast: .max).offset(at: Self.july) == 93_599)
  }
}
