extension Zone {
  /// The zone whose clocks follow a rule such as `<PST>8<PDT>7,M3.2.0,M11.1.0`; nil for no such rule.
  ///
  /// - Parameters:
  ///   - rule: as the environment variable `TZ` holds it (POSIX.1-2024 section 8.3).
  ///   - name: what the zone is called.
  package init?(posixRule rule: String, name: String) {
    guard let rule = PosixRule(parsing: rule) else { return nil }
    self.init(name: name, rules: ZoneRules(rule: rule))
  }
}
