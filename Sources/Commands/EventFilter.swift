import Calendaring
import GraphAPI
import JSON
import Terminal

/// Which events a search keeps: words and properties, without letter case and accents.
struct EventFilter: Sendable {
  /// Each of them has to stand somewhere: subject, beginning of the text, place, people, categories.
  var words: [FoldedText] = []
  var categories: [FoldedText] = []
  var attendees: [FoldedText] = []
  var organizers: [FoldedText] = []
  var showAs: CalendarEvent.ShowAs?

  var isEmpty: Bool {
    words.isEmpty && categories.isEmpty && attendees.isEmpty && organizers.isEmpty && showAs == nil
  }

  /// Whether a Graph event is kept; it is looked at as it was sent, before it becomes an event.
  func keeps(_ item: JSON) -> Bool {
    if isEmpty { return true }
    if let showAs, item["showAs"]?.string?.lowercased() != showAs.rawValue.lowercased() {
      return false
    }
    let own = (item["categories"]?.array ?? []).compactMap(\.string).map { FoldedText($0) }
    guard categories.allSatisfy(own.contains) else { return false }
    let organizer = Self.people([item["organizer"]])
    guard Self.all(organizers, in: organizer) else { return false }
    if words.isEmpty, attendees.isEmpty { return true }
    let people = Self.people((item["attendees"]?.array ?? []).map { $0 })
    guard Self.all(attendees, in: people) else { return false }
    if words.isEmpty { return true }
    let texts =
      [item["subject"], item["bodyPreview"], item["location"]?["displayName"]]
      .compactMap { $0?.string }.map { FoldedText($0) } + organizer + people + own
    return Self.all(words, in: texts)
  }

  private static func all(_ wanted: [FoldedText], in texts: [FoldedText]) -> Bool {
    wanted.allSatisfy { word in texts.contains { $0.contains(word) } }
  }

  /// Names and addresses of Graph recipients.
  private static func people(_ recipients: [JSON?]) -> [FoldedText] {
    recipients.flatMap { recipient -> [FoldedText] in
      let inner = recipient?["emailAddress"]
      return [inner?["name"], inner?["address"]].compactMap { $0?.string }.map { FoldedText($0) }
    }
  }
}
