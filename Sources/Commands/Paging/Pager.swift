import Host

/// The program that shows what is taller than the screen, as its words.
struct Pager: Equatable {
  /// The program and its arguments; a line that only a shell understands goes to one.
  var words: [String]
  /// Whether a person has named it, and wants to know when it cannot be started.
  var isChosen: Bool

  /// Nil where nobody wants one.
  ///
  /// `GRAPHCAL_PAGER` goes before the preference, and that before `PAGER`; without any of them it is less.
  /// An empty one and `cat` are none.
  init?(environment: Environment, preference: String?) {
    let choice =
      environment.variables["GRAPHCAL_PAGER"] ?? preference ?? environment.variables["PAGER"]
    isChosen = choice != nil
    let line = choice ?? "less"
    if line.contains(where: { Self.forShell.contains($0) }) {
      words = ["/bin/sh", "-c", line]
      return
    }
    words = line.split(separator: " ").map(String.init)
    guard let program = words.first?.split(separator: "/").last, program != "cat" else {
      return nil
    }
    guard program == "less" else { return }
    // What the person has set for less stands; only colours have to come through.
    words.insert(environment["LESS"] == nil ? "-FRX" : "-R", at: 1)
  }

  /// What splitting at blanks would get wrong.
  private static let forShell: Set<Character> = [
    "\"", "'", "\\", "$", "`", "|", "&", ";", "<", ">", "(", ")", "*", "?", "[", "#", "~", "=",
  ]
}
