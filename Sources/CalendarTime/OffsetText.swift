/// Writes distances from UTC.
package enum OffsetText {
  /// As RFC 3339 writes it, `+05:30`; with seconds only where an old offset has them.
  package static func extended(_ secondsEast: Int) -> String {
    let magnitude = abs(secondsEast)
    let minutes = "\((magnitude / 3600).padded(to: 2)):\((magnitude / 60 % 60).padded(to: 2))"
    let seconds = magnitude % 60 == 0 ? "" : ":" + (magnitude % 60).padded(to: 2)
    return (secondsEast < 0 ? "-" : "+") + minutes + seconds
  }
}
