import FoundationEssentials

/// The time zone data of the machine, read on demand and remembered.
///
/// Copies share what was read. Nothing is touched before the first zone is asked for.
package struct ZoneDatabase: Sendable {
  /// Where zones are looked for, first hit wins.
  package let directories: [String]
  let cache = ZoneCache()

  /// - Parameter directories: folders in the layout of `/usr/share/zoneinfo`.
  package init(directories: [String]) {
    self.directories = directories
  }

  /// The data that the machine's other programs use.
  ///
  /// `TZDIR`, when set and not empty, is the only directory.
  package static func system(environment: [String: String]) -> ZoneDatabase {
    if let directory = environment["TZDIR"], !directory.isEmpty {
      return ZoneDatabase(directories: [directory])
    }
    return ZoneDatabase(
      directories: ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"])
  }

  /// Whether any of the directories holds zones at all.
  package var hasData: Bool {
    directories.contains { directory in
      entries(of: directory).contains { entry in
        let path = directory + "/" + entry
        return ZoneFile.bytes(at: path)?.starts(with: TZif.magic) ?? !entries(of: path).isEmpty
      }
    }
  }

  /// The zone of a file, by its exact name or one that differs in case only; nil without one.
  func load(_ name: String) throws(ZoneError) -> Zone? {
    if let zone = cache.zone(name) { return zone }
    guard let components = Self.components(of: name) else { return nil }
    for directory in directories {
      if let zone = try load(name, in: directory) { return cache.keep(zone, as: name) }
    }
    for directory in directories {
      if let exact = spelling(of: components, in: directory), exact != name,
        let zone = try load(exact, in: directory)
      {
        return cache.keep(zone, as: name)
      }
    }
    return nil
  }

  private func load(_ name: String, in directory: String) throws(ZoneError) -> Zone? {
    let path = directory + "/" + name
    guard let bytes = ZoneFile.bytes(at: path) else { return nil }
    do {
      return try Zone(name: name, file: bytes)
    } catch {
      throw .malformed(name: name, file: path, reason: error)
    }
  }

  /// The parts of a name between slashes; nil when it could lead out of the directory.
  static func components(of name: String) -> [Substring]? {
    let allowed = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    guard !name.isEmpty, name.utf8.count <= 128, name.utf8.allSatisfy(allowed) else { return nil }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.contains("") ? nil : parts
  }

  /// How the directory spells a name given in any case.
  private func spelling(of components: [Substring], in directory: String) -> String? {
    var found: [String] = []
    for component in components {
      let folder = ([directory] + found).joined(separator: "/")
      let wanted = component.lowercased()
      guard let entry = entries(of: folder).first(where: { $0.lowercased() == wanted }) else {
        return nil
      }
      found.append(entry)
    }
    return found.joined(separator: "/")
  }

  func entries(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
  }
}
