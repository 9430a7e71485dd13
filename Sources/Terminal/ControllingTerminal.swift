import FoundationEssentials
import Glibc

/// Which terminal this process belongs to, for what is remembered per terminal.
package enum ControllingTerminal {
  /// A text that stays the same for all processes of one terminal session and differs from that of any
  /// other; nil without a controlling terminal.
  ///
  /// Made of the terminal's device number, the session's id and the moment its leader began, so that a
  /// terminal opened later under the same number is another one.
  package static var identity: String? {
    guard let own = fields(of: "self"), own[4] != "0" else { return nil }
    return "tty-\(own[4])-\(session(own[3]))"
  }

  /// The same for a terminal that is only pretended (`GRAPHCAL_FORCE_TTY`): the session alone.
  package static var pretendedIdentity: String {
    identity ?? "forced-\(session(String(getsid(0))))"
  }

  private static func session(_ id: String) -> String {
    // Field 22 of stat: start time in clock ticks since boot.
    let start = fields(of: id).flatMap { $0.count > 19 ? $0[19] : nil } ?? "0"
    return "\(id)-\(start)"
  }

  /// The fields of `/proc/PID/stat` from the third on.
  ///
  /// They are state, parent, group, session, terminal and more: proc_pid_stat(5).
  private static func fields(of process: String) -> [Substring]? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return nil
    }
    // The second field is a name in parentheses that may hold blanks and parentheses itself.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split { $0 == " " || $0 == "\n" }
    return fields.count > 4 ? fields : nil
  }

  private static func session(_ id: Substring) -> String { session(String(id)) }
}
