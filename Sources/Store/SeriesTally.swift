import JSON

/// What came of series in a round, and what has to be asked because of it.
package struct SeriesTally: Sendable, Equatable {
  /// What came of one series.
  private struct Came: Sendable, Equatable {
    var hasMaster = false
    /// Occurrences, told by their times alone.
    var stubs: Set<String> = []
    /// Events of the series that differ from it, told whole.
    var exceptions: Set<String> = []
    var removed: Set<String> = []
  }

  /// What the local copy has of a series that something came of.
  package struct Stored: Sendable, Equatable {
    package var hasMaster: Bool
    /// Ids of the occurrences and exceptions.
    package var members: Set<String>

    package init(hasMaster: Bool, members: Set<String>) {
      self.hasMaster = hasMaster
      self.members = members
    }
  }

  /// Something that the service has to be asked before the round can be kept.
  package enum Question: Sendable, Hashable {
    /// What all occurrences of the series have in common.
    case master(String)
    /// Which events of the series there are: some that are stored did not come.
    case members(String)
  }

  private var came: [String: Came] = [:]
  private var seriesOfID: [String: String] = [:]
  /// Everything that was told to be gone, whatever it was.
  package private(set) var removed: Set<String> = []

  package init() {}

  /// The series that something came of.
  package var touched: Set<String> { Set(came.keys) }

  mutating func note(_ entry: DeltaPage.Entry) {
    switch entry {
    case .removed(let id):
      removed.insert(id)
      forget(id)
    case .item(let id, let object):
      removed.remove(id)
      forget(id)
      switch object["type"]?.string?.lowercased() {
      case "seriesmaster":
        came[id, default: Came()].hasMaster = true
        seriesOfID[id] = id
      case "occurrence", "exception":
        guard let master = object["seriesMasterId"]?.string, !master.isEmpty else { return }
        if object["type"]?.string?.lowercased() == "occurrence" {
          came[master, default: Came()].stubs.insert(id)
        } else {
          came[master, default: Came()].exceptions.insert(id)
        }
        seriesOfID[id] = master
      default: break
      }
    }
  }

  /// What came of an item before does not count any more; of two words for one thing the later stands.
  private mutating func forget(_ id: String) {
    guard let series = seriesOfID.removeValue(forKey: id) else { return }
    if series == id { came[series]?.hasMaster = false }
    came[series]?.stubs.remove(id)
    came[series]?.exceptions.remove(id)
    if came[series] == Came() { came[series] = nil }
  }

  /// Takes in which of what was removed belonged to which series, as the local copy knows it.
  mutating func place(removed seriesOfRemoved: [String: String]) {
    for (id, series) in seriesOfRemoved where removed.contains(id) {
      came[series, default: Came()].removed.insert(id)
    }
  }

  /// What has to be asked, in the order of ids.
  ///
  /// A series of which occurrences came without itself is read, also when it is stored: it may have
  /// changed. Where stored events of a series did not come along, the service is asked which there are;
  /// a round from the start tells all of them by itself.
  package func questions(stored: [String: Stored], isFull: Bool) -> [Question] {
    var questions: [Question] = []
    for (series, came) in came.sorted(by: { $0.key < $1.key }) {
      if !came.stubs.isEmpty, !came.hasMaster { questions.append(.master(series)) }
      guard !isFull, !removed.contains(series) else { continue }
      if !missing(series, stored[series]).isEmpty { questions.append(.members(series)) }
    }
    return questions
  }

  /// What is lost when the master of a series is not there: all that cannot stand without it.
  package func losses(withoutMaster series: String, stored: [String: Stored]) -> Set<String> {
    (came[series]?.stubs ?? []).union(missing(series, stored[series])).union([series])
  }

  /// What is lost of a series of which only `present` is there.
  package func losses(
    of series: String, present: Set<String>, stored: [String: Stored]
  ) -> Set<String> {
    missing(series, stored[series]).subtracting(present)
  }

  /// What goes along with series that were told to be gone: their stored events that did not come.
  package func lossesOfRemovedSeries(stored: [String: Stored]) -> Set<String> {
    removed.reduce(into: []) { lost, series in lost.formUnion(missing(series, stored[series])) }
  }

  /// Stored events of a series that nothing was said of.
  private func missing(_ series: String, _ stored: Stored?) -> Set<String> {
    let came = came[series] ?? Came()
    return (stored?.members ?? []).subtracting(came.stubs).subtracting(came.exceptions)
      .subtracting(removed)
  }
}
