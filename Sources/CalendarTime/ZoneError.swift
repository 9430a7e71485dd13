/// Why a zone cannot be had.
package enum ZoneError: Error, Hashable, Sendable {
  /// Nobody knows the name; `near` are known names that resemble it, best first.
  case unknown(name: String, near: [String])
  /// The machine has no time zone data in any of the directories.
  case noZoneData(name: String, searched: [String])
  /// The file of the zone is damaged.
  case malformed(name: String, file: String, reason: TZifError)

  /// The Debian package that brings the data.
  package static let dataPackage = "tzdata"
}
