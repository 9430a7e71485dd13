import Arguments
import CalendarTime

/// Options of the commands that run on.
enum WatchOptions {
  /// Reads a wait of `range`, in seconds.
  static func seconds(
    _ text: String, in range: ClosedRange<Int>
  ) throws(ValueError) -> Int {
    let length: CalendarDuration
    do { length = try CalendarDuration(parsing: text) } catch {
      throw .needs("a length of time such as 30s, 5m or 1h")
    }
    let seconds = length.days * 86_400 + length.seconds
    guard range.contains(seconds) else {
      let ends = [range.lowerBound, range.upperBound].map { Self.words($0) }
      throw .needs("a length of time from \(ends[0]) to \(ends[1])")
    }
    return seconds
  }

  private static func words(_ seconds: Int) -> String {
    if seconds % 86_400 == 0, seconds > 0 { return "\(seconds / 86_400)d" }
    if seconds % 3600 == 0, seconds > 0 { return "\(seconds / 3600)h" }
    return seconds % 60 == 0 && seconds > 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}

extension Failure {
  /// Whether a command that never ends by itself has ended as it should.
  func isGoodEnd(in context: Context) -> Bool { kind == .interrupted && context.isAskedToEnd() }
}
