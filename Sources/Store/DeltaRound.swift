package import GraphAPI

/// What a collection of the local copy holds.
package enum CopyKind: String, Sendable, CaseIterable {
  case calendar
  case contactFolder
}

/// A round of changes to one collection, as a machine without I/O: pages go in, the next step comes out.
///
/// It keeps count of what came of series, since the service tells an occurrence by its times alone, its
/// series now and then not at all, and an occurrence that is gone maybe with no word.
/// Sources: Microsoft Graph, "event: delta"; microsoft-graph-docs#7632, #1716, #22197, PR#4501.
package struct DeltaRound: Sendable {
  /// What is to be done next.
  package enum Step: Sendable, Equatable {
    /// Ask for the first page of a round from the start.
    case first
    /// Ask for the page behind a link.
    case follow(String)
    /// Everything has come; the link is for the next round.
    case complete(deltaLink: String)
  }

  /// Pages that a round may have; with the smallest page this is still 100,000 items.
  package static let pageCeiling = 10_000

  package let kind: CopyKind
  /// Whether the round tells everything there is, so that what it does not tell is gone.
  package private(set) var isFull: Bool
  package private(set) var step: Step
  /// What came of series.
  package private(set) var series = SeriesTally()
  private var links: Set<String> = []

  /// A round that goes on from the link of an earlier one, or from the start without one.
  package init(_ kind: CopyKind, from deltaLink: String? = nil) {
    self.kind = kind
    isFull = deltaLink == nil
    step = deltaLink.map { .follow($0) } ?? .first
    if let deltaLink { links.insert(deltaLink) }
  }

  /// Takes the page that `step` asked for.
  package mutating func take(_ page: DeltaPage) throws(DeltaError) {
    if kind == .calendar { for entry in page.entries { series.note(entry) } }
    switch page.link {
    case .delta(let link): step = .complete(deltaLink: link)
    case .next(let link):
      guard links.insert(link).inserted else { throw .repeatedLink }
      guard links.count < Self.pageCeiling else { throw .tooManyPages(Self.pageCeiling) }
      step = .follow(link)
    }
  }

  /// Takes an error instead of a page, and says whether the round can start anew because of it.
  ///
  /// A link that is too old, or that the service does not take for another reason, is let go; then
  /// everything is asked for, where the answer says to or from the start. A round that asked for
  /// everything already has no second chance, so that nothing goes round in circles.
  package mutating func recover(from error: ServerError) -> Bool {
    guard !isFull, Self.isRefusal(error) else { return false }
    self = DeltaRound(kind)
    if let place = error.location {
      links.insert(place)
      step = .follow(place)
    }
    return true
  }

  /// Takes in which of what was removed belonged to which series, as the local copy knows it.
  package mutating func place(removed seriesOfRemoved: [String: String]) {
    series.place(removed: seriesOfRemoved)
  }

  /// Starts from the beginning, whatever came.
  package mutating func restart() { self = DeltaRound(kind) }

  /// Whether the service does not know any more where a link goes on.
  ///
  /// Source: Microsoft Graph, "Use delta query", status 410; the codes come with other statuses too.
  private static func isRefusal(_ error: ServerError) -> Bool {
    let codes = [
      "syncstatenotfound", "syncstateinvalid", "resyncrequired", "errorsyncfoldernotfound",
    ]
    if let code = error.code?.lowercased(), codes.contains(code) { return true }
    return [400, 404, 410].contains(error.status)
  }
}
