/// The shared libraries in the memory of this process, for support.
package enum LoadedLibraries {
  /// The file that a library was loaded from, links followed, so that its number is told:
  /// `/usr/lib/x86_64-linux-gnu/libjq.so.1.0.4`.
  ///
  /// - Parameter name: the file's name without its number, such as `libjq.so`.
  /// - Returns: nil when no such library is loaded, or the system has no `/proc`.
  package static func file(named name: String) -> String? {
    guard let maps = try? Files.read("/proc/self/maps", limit: 1 << 24) else { return nil }
    return file(named: name, in: String(decoding: maps, as: UTF8.self))
  }

  /// The same from the text of `/proc/PID/maps`.
  ///
  /// Source: proc_pid_maps(5): five fields, then the path as far as the line goes.
  static func file(named name: String, in maps: String) -> String? {
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6 else { continue }
      let path = fields[5].drop { $0 == " " }
      guard let last = path.split(separator: "/").last, path.hasPrefix("/") else { continue }
      if last == name || last.hasPrefix(name + ".") { return String(path) }
    }
    return nil
  }
}
