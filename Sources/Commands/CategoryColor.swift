/// The colours of categories.
///
/// Source: Microsoft Graph, resource "outlookCategory", which names them as Outlook shows them.
package enum CategoryColor: String, CaseIterable, Sendable {
  case none
  case red = "preset0"
  case orange = "preset1"
  case brown = "preset2"
  case yellow = "preset3"
  case green = "preset4"
  case teal = "preset5"
  case olive = "preset6"
  case blue = "preset7"
  case purple = "preset8"
  case cranberry = "preset9"
  case steel = "preset10"
  case darkSteel = "preset11"
  case gray = "preset12"
  case darkGray = "preset13"
  case black = "preset14"
  case darkRed = "preset15"
  case darkOrange = "preset16"
  case darkBrown = "preset17"
  case darkYellow = "preset18"
  case darkGreen = "preset19"
  case darkTeal = "preset20"
  case darkOlive = "preset21"
  case darkBlue = "preset22"
  case darkPurple = "preset23"
  case darkCranberry = "preset24"

  /// The word of people for it: `dark-red`.
  var word: String { "\(self)".replacing("dark", with: "dark-").lowercased() }

  /// The colour that a word means: `dark-red`, `darkred`, `grey`, `preset15`.
  init?(word: String) {
    let bare = { (text: String) in text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let wanted = bare(word).replacing("grey", with: "gray")
    guard
      let found = Self.allCases.first(where: { bare($0.word) == wanted || $0.rawValue == wanted })
    else { return nil }
    self = found
  }
}
