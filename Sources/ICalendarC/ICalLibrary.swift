import CICal

/// The libical of the machine, opened once, on first use.
///
/// Unchecked: the table is filled before anybody sees it and never changes.
@safe struct ICalLibrary: @unchecked Sendable {
  static let fileName = "libical.so.3"

  /// The opened library, or why it cannot be used.
  static let shared: Result<ICalLibrary, ICalError> = open(fileName)

  let table: UnsafePointer<graphcal_ical>

  /// Opens the library of this name; the process keeps it to its end.
  static func open(_ name: String) -> Result<ICalLibrary, ICalError> {
    let table = UnsafeMutablePointer<graphcal_ical>.allocate(capacity: 1)
    unsafe table.initialize(to: graphcal_ical())
    if let problem = unsafe graphcal_ical_open(name, table) {
      let reason = unsafe String(cString: problem)
      unsafe table.deallocate()
      return .failure(ICalError(reason: reason))
    }
    return .success(unsafe ICalLibrary(table: UnsafePointer(table)))
  }

  private init(table: UnsafePointer<graphcal_ical>) { unsafe self.table = unsafe table }
}

/// Why libical cannot be used on this machine.
package struct ICalError: Error, Hashable, Sendable {
  /// What the loader says of it.
  package let reason: String

  /// What to install.
  package var hint: String { "install the Debian package libical3 (or libical3t64)" }
}
