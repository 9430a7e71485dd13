extension ZoneDatabase {
  /// The zone that a name stands for.
  ///
  /// - Parameter name: an IANA name in any case.
  /// - Returns: a zone with the IANA name as the machine's data spells it.
  /// - Throws: `ZoneError`.
  package func zone(named name: String) throws(ZoneError) -> Zone {
    if let zone = try load(name) { return zone }
    if ["utc", "z"].contains(name.lowercased()) { return .utc }
    if !hasData { throw .noZoneData(name: name, searched: directories) }
    throw .unknown(name: name, near: [])
  }
}
