import FoundationEssentials

extension ZoneDatabase {
  /// The release of the data, such as `2025b`; nil where no file tells it.
  ///
  /// From `tzdata.zi` or `+VERSION`. Where both are missing, `leapseconds` tells the day it was
  /// made: `leap seconds of 2025-01-07`.
  package var dataVersion: String? {
    for directory in directories {
      if let line = firstLine(directory + "/tzdata.zi"), line.hasPrefix("# version ") {
        return String(line.dropFirst("# version ".count))
      }
      if let line = firstLine(directory + "/+VERSION"), !line.isEmpty { return line }
      if let bytes = ZoneFile.bytes(at: directory + "/leapseconds"),
        let date = Self.leapSecondsDate(String(decoding: bytes, as: UTF8.self))
      {
        return "leap seconds of \(date)"
      }
    }
    return nil
  }

  private func firstLine(_ path: String) -> String? {
    guard let bytes = ZoneFile.bytes(at: path) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }

  /// The day of the line `#updated 1736208000 (…)`.
  private static func leapSecondsDate(_ text: String) -> CalendarDate? {
    for line in text.split(separator: "\n") where line.hasPrefix("#updated ") {
      let words = line.split(separator: " ")
      guard words.count > 1, let second = Int(words[1]), second.magnitude < 1 << 40 else {
        continue
      }
      return CalendarDate(daysSinceEpoch: second.flooredQuotient(86_400))
    }
    return nil
  }

  /// The zone of the machine; nil where nothing names one.
  ///
  /// `TZ` wins: a zone's name, the path of a file, or a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`;
  /// empty means UTC. Then the target of `localtime`, then the name in `timezone`, then the rules
  /// of `localtime` without a name.
  ///
  /// - Parameters:
  ///   - environment: of which `TZ` is read.
  ///   - settings: the folder of `localtime` and `timezone`.
  /// - Returns: the zone, named by IANA where a name is known.
  /// - Throws: `ZoneError` when a zone is named and cannot be had.
  package func localZone(
    environment: [String: String], settings: String = "/etc"
  ) throws(ZoneError) -> Zone? {
    if let value = environment["TZ"] { return try zone(ofVariable: value) }
    let localtime = settings + "/localtime"
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: localtime),
      let name = Self.zoneName(inPath: target)
    {
      return try zone(named: name)
    }
    if let name = firstLine(settings + "/timezone"), !name.isEmpty {
      return try zone(named: name)
    }
    return try zone(ofFile: localtime, named: "localtime")
  }

  private func zone(ofVariable value: String) throws(ZoneError) -> Zone {
    let value = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if value.isEmpty { return .utc }
    if value.hasPrefix("/") {
      if let name = Self.zoneName(inPath: value), let zone = try? zone(named: name) { return zone }
      if let zone = try zone(ofFile: value, named: value) { return zone }
      throw .unknown(name: value, near: [])
    }
    do {
      return try zone(named: value)
    } catch {
      // `EST5EDT` is both: the file wins, as in the C library.
      guard let rule = PosixRule(parsing: value) else { throw error }
      return Zone(name: value, rules: ZoneRules(rule: rule))
    }
  }

  private func zone(ofFile path: String, named name: String) throws(ZoneError) -> Zone? {
    guard let bytes = ZoneFile.bytes(at: path) else { return nil }
    do {
      return try Zone(name: name, file: bytes)
    } catch {
      throw .malformed(name: name, file: path, reason: error)
    }
  }

  /// `Europe/Berlin` of `/usr/share/zoneinfo/Europe/Berlin`.
  private static func zoneName(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    var name = parts[(folder + 1)...]
    if ["posix", "right"].contains(name.first) { name = name.dropFirst() }
    return name.isEmpty ? nil : name.joined(separator: "/")
  }
}
