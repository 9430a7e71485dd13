package import JSON

/// A zone that is described by its rules instead of a name, as old mailboxes have them.
///
/// Source: Microsoft Graph, resources "customTimeZone", "standardTimeZoneOffset" and
/// "daylightTimeZoneOffset".
package enum CustomTimeZone {
  /// The rule in the form of the variable `TZ`; nil for a zone without `bias`.
  ///
  /// A bias is in minutes and counts to the west, as in that form.
  package static func posixRule(_ zone: JSON?) -> String? {
    guard let bias = zone?["bias"]?.int, abs(bias) < 24 * 60 else { return nil }
    let standard = "<STD>" + clock(bias)
    guard let back = change(zone?["standardOffset"]), let forth = change(zone?["daylightOffset"]),
      let shift = zone?["daylightOffset"]?["daylightBias"]?.int, shift != 0,
      abs(bias + shift) < 24 * 60
    else { return standard }
    return standard + "<DST>" + clock(bias + shift) + "," + forth + "," + back
  }

  /// `M3.2.0/02:00`: the second Sunday of March at two; nil where the clocks never change.
  private static func change(_ offset: JSON?) -> String? {
    guard let month = offset?["month"]?.int, (1...12).contains(month),
      let occurrence = offset?["dayOccurrence"]?.int, (1...5).contains(occurrence),
      let name = offset?["dayOfWeek"]?.string?.lowercased(), let day = days.firstIndex(of: name),
      // A year stands for a change that happens once.
      offset?["year"]?.int ?? 0 == 0
    else { return nil }
    let time = offset?["time"]?.string.map { String($0.prefix(5)) } ?? "02:00"
    return "M\(month).\(occurrence).\(day)/\(time)"
  }

  private static let days = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  private static func clock(_ minutes: Int) -> String {
    let size = abs(minutes)
    let rest = size % 60
    return (minutes < 0 ? "-" : "") + "\(size / 60)"
      + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }
}
