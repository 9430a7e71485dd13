extension ZoneDatabase {
  /// The zone that a name stands for.
  ///
  /// Understood, in any case: IANA names of today and before, ids of Windows, `tzone://Microsoft/Utc`,
  /// offsets (`UTC+05:30`, `GMT-3`, `+0100`, at most 14 hours), labels of Windows such as
  /// `(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb`, and IANA names with another in brackets.
  /// `Etc/GMT+5` is five hours behind UTC, as its file says.
  ///
  /// - Parameter name: as a person or a server wrote it.
  /// - Returns: a zone with an IANA name, or with one like `UTC+05:30`.
  /// - Throws: `ZoneError`.
  package func zone(named name: String) throws(ZoneError) -> Zone {
    // A list of events asks for the same few names again and again, the unknown ones too.
    if let answer = cache.answer(for: name) { return try answer.get() }
    let answer: Result<Zone, ZoneError>
    do { answer = .success(try find(name)) } catch { answer = .failure(error) }
    cache.keep(answer, for: name)
    return try answer.get()
  }

  /// The IANA names of today that have a text in them, or whose Windows name has, in alphabetical order.
  ///
  /// Case is disregarded, and a blank stands for `_`.
  package func names(containing text: String) -> [String] {
    let wanted = text.trimmingBlanks().lowercased()
    guard !wanted.isEmpty else { return [] }
    let city = wanted.replacing(" ", with: "_")
    let named = WindowsZones.all.filter { $0.windows.lowercased().contains(wanted) }.map(\.iana)
    return Set(WindowsZones.zones.filter { $0.lowercased().contains(city) } + named).sorted()
  }

  private func find(_ name: String) throws(ZoneError) -> Zone {
    let text = name.trimmingBlanks()
    let lowercase = text.lowercased()
    guard !lowercase.isEmpty, lowercase != "customized time zone" else {
      throw .unknown(name: name, near: [])
    }
    if lowercase.hasPrefix("tzone:") {
      guard lowercase == "tzone://microsoft/utc" else { throw .unknown(name: name, near: []) }
      return .utc
    }
    if let zone = try load(text) { return zone }
    if let iana = WindowsZones.iana(for: text) {
      if let zone = try loadOrAlias(iana) { return zone }
    } else {
      if let zone = try loadOrAlias(text) { return zone }
      if let zone = try bracketed(text) { return zone }
      if let zone = try labelled(text) { return zone }
    }
    if let offset = Self.offset(lowercase) { return .fixed(secondsEast: offset) }
    if !hasData { throw .noZoneData(name: name, searched: directories) }
    throw .unknown(name: name, near: NearNames.of(text))
  }

  /// The zone of an IANA name by any of its names that the machine's data has.
  ///
  /// It bears the name asked for, not the one found. UTC needs no data.
  func loadOrAlias(_ name: String) throws(ZoneError) -> Zone? {
    if let zone = try load(name) { return zone }
    let names = ZoneAliases.names(of: name)
    let spelling = names.first { $0.lowercased() == name.lowercased() } ?? name
    for alias in names where alias != name {
      if let zone = try load(alias) { return Zone(name: spelling, rules: zone.rules) }
    }
    if name.lowercased() == "z" || names.contains("Etc/UTC") || names.contains("Etc/GMT") {
      return .utc
    }
    guard name.lowercased().hasPrefix("etc/gmt"),
      let offset = OffsetText.seconds(in: name.dropFirst(7)), offset.magnitude <= 14 * 3600
    else { return nil }
    return Zone(name: "Etc/GMT" + name.dropFirst(7), rules: Zone.fixed(secondsEast: -offset).rules)
  }

  /// `Europe/Kyiv (Kiev)`: the name, else the other with the same region.
  private func bracketed(_ text: String) throws(ZoneError) -> Zone? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let slash = text[..<open].lastIndex(of: "/")
    else { return nil }
    if let zone = try loadOrAlias(text[..<open].trimmingBlanks()) { return zone }
    let other = text[text.index(after: open)...].dropLast().trimmingBlanks()
    return try loadOrAlias(other.contains("/") ? other : text[...slash] + other)
  }

  /// `(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb`: the zone of the cities, not the offset.
  private func labelled(_ text: String) throws(ZoneError) -> Zone? {
    guard text.hasPrefix("("), let close = text.firstIndex(of: ")"),
      let offset = Self.offset(text[text.index(after: text.startIndex)..<close].lowercased())
    else { return nil }
    let places = text[text.index(after: close)...].trimmingBlanks()
    if places.isEmpty { return .fixed(secondsEast: offset) }
    guard let windows = ZoneLabels.windowsName(of: places),
      let iana = WindowsZones.iana(for: windows), let zone = try loadOrAlias(iana)
    else { return nil }
    // A label may be older than the zone's present offset, but not from another part of the world.
    return zone.rules.hasOffset(offset, since: ZoneLabels.firstYear) ? zone : nil
  }

  /// `utc+05:30`, `gmt-3`, `+0100`, `utc`: seconds east of UTC, at most 14 hours.
  private static func offset(_ lowercase: String) -> Int? {
    var rest = lowercase[...]
    if rest.hasPrefix("utc") || rest.hasPrefix("gmt") {
      rest = rest.dropFirst(3)
      if rest.isEmpty { return 0 }
    }
    guard let seconds = OffsetText.seconds(in: rest.trimmingBlanks()),
      seconds.magnitude <= 14 * 3600
    else { return nil }
    return seconds
  }
}

extension ZoneRules {
  /// Whether the zone has had an offset at any time from the start of a year on.
  func hasOffset(_ offset: Int, since year: Int) -> Bool {
    var second = CalendarDate.days(year: year, month: 1, day: 1) * 86_400
    let last = max(second, times.last ?? second) + 2 * 366 * 86_400
    while second <= last {
      let period = period(at: second)
      if period.type.offset == offset { return true }
      if period.end == .max { return false }
      second = period.end
    }
    return false
  }
}

extension StringProtocol {
  /// Without the blanks, tabs and line ends at both ends.
  func trimmingBlanks() -> String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
