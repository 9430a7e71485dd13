import CalendarTime

extension Failure {
  /// What is wrong with a zone's name, or with the machine's zone data.
  init(_ error: ZoneError) {
    switch error {
    case .unknown(let name, let near):
      let hint =
        near.isEmpty
        ? "graphcal zones lists the names" : "did you mean \(near.joined(separator: ", "))?"
      self.init(.usage, "there is no time zone \"\(name)\"", hint: hint)
    case .noZoneData(let name, let searched):
      self.init(
        .general, "the zone \(name) cannot be used: this machine has no time zone data",
        why: "looked in \(searched.joined(separator: ", "))",
        hint: "apt-get install \(ZoneError.dataPackage), or set TZDIR")
    case .malformed(let name, let file, _):
      self.init(
        .general, "the data of the zone \(name) is damaged", why: file,
        hint: "apt-get install --reinstall \(ZoneError.dataPackage)")
    }
  }

  /// What is wrong with a time on the command line.
  init(_ error: TimeExpressionError, option: String? = nil) {
    let prefix = option.map { "\($0): " } ?? ""
    self.init(.usage, prefix + error.message, hint: error.hint)
  }
}
