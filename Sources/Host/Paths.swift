/// Where files of the user belong, by the XDG Base Directory Specification.
///
/// A variable that holds a relative path is ignored, as the specification asks. Nothing is looked up
/// or created here, so a machine without `HOME` fails only when a file is really needed.
package struct Paths: Sendable {
  private let environment: Environment

  package init(environment: Environment) { self.environment = environment }

  /// A file below `$XDG_CONFIG_HOME`, else below `~/.config`.
  package func config(_ relative: String) throws(HostError) -> String {
    try place(relative, variable: "XDG_CONFIG_HOME", fallback: ".config")
  }

  /// A file below `$XDG_STATE_HOME`, else below `~/.local/state`.
  package func state(_ relative: String) throws(HostError) -> String {
    try place(relative, variable: "XDG_STATE_HOME", fallback: ".local/state")
  }

  /// A file below `$XDG_CACHE_HOME`, else below `~/.cache`.
  package func cache(_ relative: String) throws(HostError) -> String {
    try place(relative, variable: "XDG_CACHE_HOME", fallback: ".cache")
  }

  /// The home folder; an error with `.noHome` when `HOME` is unset, empty or relative.
  package func home() throws(HostError) -> String {
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw HostError("find", "the home folder", .noHome)
    }
    return home
  }

  /// A path as a person wrote it in a setting, with a leading `~/` put in full.
  package func expanding(_ path: String) throws(HostError) -> String {
    if path == "~" { return try home() }
    return path.hasPrefix("~/") ? Self.join(try home(), String(path.dropFirst(2))) : path
  }

  private func place(
    _ relative: String, variable: String, fallback: String
  ) throws(HostError) -> String {
    if let base = environment[variable], base.hasPrefix("/") { return Self.join(base, relative) }
    return Self.join(Self.join(try home(), fallback), relative)
  }

  /// `base` and `relative` with exactly one slash between.
  package static func join(_ base: String, _ relative: String) -> String {
    base.hasSuffix("/") ? base + relative : base + "/" + relative
  }

  /// The folder that holds `path`: `.` for a bare name, `/` for one in the root.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of `path`; empty when it ends in a slash.
  package static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }
}
