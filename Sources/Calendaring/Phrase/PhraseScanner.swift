import CalendarTime
import FoundationEssentials

/// Finds out what the words of a phrase mean, each place by itself.
struct PhraseScanner {
  typealias Match = (token: PhraseToken, count: Int)

  let text: String
  let words: [PhraseWord]
  let today: CalendarDate
  let now: Date
  let zone: Zone
  /// The part of the day that some word of the phrase names.
  var part: DayPart?

  /// The key of a word; nil past the end and for quoted words.
  func key(_ index: Int) -> String? {
    guard words.indices.contains(index), !words[index].isQuoted else { return nil }
    return words[index].key
  }

  func error(_ problem: EventPhraseError.Problem) -> EventPhraseError {
    EventPhraseError(text: text, problem: problem)
  }

  /// What the words from `index` on mean, beside being words of the subject.
  ///
  /// `found` is what was understood before, the last of it right before `index` or not.
  func match(
    at index: Int, after found: [PhraseToken], isAdjacent: Bool
  ) throws(EventPhraseError) -> Match? {
    let word = words[index]
    if word.isQuoted {
      switch word.mark {
      case "@": return (.place(word.text), 1)
      case "#": return (.category(word.text), 1)
      default: return nil
      }
    }
    if let match = try marked(at: index, after: found) { return match }
    return try time(at: index, after: found, isAdjacent: isAdjacent)
  }

  /// Days, times, lengths and repetitions.
  func time(
    at index: Int, after found: [PhraseToken], isAdjacent: Bool
  ) throws(EventPhraseError) -> Match? {
    if let match = try repetition(at: index, after: found) { return match }
    if let match = allDay(at: index) { return match }
    if let match = reminder(at: index) { return match }
    if let match = dayPart(at: index, after: found, isAdjacent: isAdjacent) { return match }
    if let match = try distance(at: index) { return match }
    if let match = try days(at: index) { return match }
    if let match = try finish(at: index, after: found) { return match }
    let last = isAdjacent ? found.last : nil
    if let match = try clocks(at: index, after: last) { return match }
    return try length(at: index, after: found, isAdjacent: isAdjacent)
  }

  /// Whether something other than a word of the subject begins here.
  func isKeyword(at index: Int) -> Bool {
    guard words.indices.contains(index) else { return true }
    if words[index].mark != nil { return true }
    guard let key = key(index) else { return false }
    if key.hasPrefix("@") || key.hasPrefix("#") || key == "!private" { return true }
    // What is unclear is no name of a place either; it is told when its turn comes.
    do { return try time(at: index, after: [], isAdjacent: false) != nil } catch { return true }
  }

  // MARK: Signs

  /// `@Place`, `#category`, `!private`, `with somebody`.
  private func marked(
    at index: Int, after found: [PhraseToken]
  ) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if key.hasPrefix("@"), try clocks(at: index) == nil { return place(at: index) }
    if key.hasPrefix("#"), key.dropFirst().first?.isLetter == true {
      return (.category(String(words[index].bare.dropFirst())), 1)
    }
    switch key {
    case "!private": return (.isPrivate, 1)
    case "!free": return (.showAs(.free), 1)
    case "!tentative": return (.showAs(.tentative), 1)
    case "!busy": return (.showAs(.busy), 1)
    case "!oof", "!away": return (.showAs(.oof), 1)
    case "with": return people(at: index)
    default: return nil
    }
  }

  /// The words behind an `@`, up to the next one that means something else.
  private func place(at index: Int) -> Match? {
    var names: [String] = []
    var next = index + 1
    let attached = words[index].text.dropFirst()
    if !attached.isEmpty { names.append(String(attached)) }
    while words.indices.contains(next) {
      if let last = names.last, last.hasSuffix(",") || last.hasSuffix(";") { break }
      // Right behind a blank the place begins, whatever its first word may mean elsewhere.
      if !names.isEmpty, isKeyword(at: next) || key(next) == "with" || isLastLength(at: next) {
        break
      }
      names.append(words[next].text)
      next += 1
    }
    let name = PhraseWord(names.joined(separator: " ")).bare
    return name.isEmpty ? nil : (.place(name), next - index)
  }

  /// Whether a length of hours or minutes stands here and nothing that it could describe behind it.
  private func isLastLength(at index: Int) -> Bool {
    guard let (length, count) = duration(at: index, withClock: false) else { return false }
    return length.seconds > 0 && isBoundary(at: index + count)
  }

  // MARK: People

  /// Words that stand for nobody whose address could be looked up.
  private static let pronouns: Set<String> = [
    "a", "an", "the", "my", "our", "your", "his", "her", "their", "me", "us", "you", "him", "them",
    "everyone", "everybody", "nobody", "no", "some", "all",
  ]
  private static let joints: Set<String> = ["and", "&", "+"]

  /// `with Ana, Bo Lind and kim@contoso.example`; nil where what follows names nobody.
  private func people(at index: Int) -> Match? {
    var people: [EventPhrase.Companion] = []
    var next = index + 1
    while let (companion, count) = companion(at: next) {
      people.append(companion)
      next += count
      let isListed = words[next - 1].endsList
      let isJoined = key(next).map(Self.joints.contains) ?? false
      guard isListed || isJoined else { break }
      let after = isJoined ? next + 1 : next
      guard self.companion(at: after) != nil else { break }
      next = after
    }
    guard !people.isEmpty else { return nil }
    let names = people.compactMap { companion -> String? in
      switch companion {
      case .name(let name): name
      case .address(let name, _): name
      }
    }
    let list =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names.first
    return (.people(people, said: list.map { "with \($0)" } ?? ""), next - index)
  }

  private func companion(at index: Int) -> (EventPhrase.Companion, Int)? {
    var names: [String] = []
    var next = index
    while let key = key(next), !Self.joints.contains(key), key != "with", key != "at" {
      let word = words[next].bare
      let inner =
        word.hasPrefix("<") && word.hasSuffix(">") ? word.dropFirst().dropLast() : word[...]
      if let at = inner.firstIndex(of: "@"), at != inner.startIndex {
        let name = names.isEmpty ? Optional.none : names.joined(separator: " ")
        return (.address(name: name, String(inner)), next + 1 - index)
      }
      if isKeyword(at: next) || word.first?.isNumber == true { break }
      names.append(word)
      next += 1
      if words[next - 1].endsList { break }
    }
    guard let first = names.first, !Self.pronouns.contains(first.lowercased()) else { return nil }
    // Names of several words are written with capitals; one word may be a name as people type it.
    let areNames = names.allSatisfy { $0.first.map { $0.isLetter && !$0.isLowercase } ?? false }
    if areNames, names.count <= 4 { return (.name(names.joined(separator: " ")), next - index) }
    if names.count == 1, first.allSatisfy({ $0.isLetter || "-'’.".contains($0) }) {
      return (.name(first), 1)
    }
    // Ana and then something else: only the words with capitals are a name.
    let capitals = names.prefix { $0.first.map { $0.isLetter && !$0.isLowercase } ?? false }
    guard (1...4).contains(capitals.count) else { return nil }
    return (.name(capitals.joined(separator: " ")), capitals.count)
  }
}
