import JSON

/// Turns differences of the local copy into what a person would call changes.
///
/// Pure: a change of a series is told once and not for each of its events, a move is no deletion, and what
/// only the passing of days has brought or taken is not told.
package enum CopyNews {
  /// What is to be told of these differences, in the order of the items' times.
  package static func changes(_ differences: [CopyChange]) -> [CopyChange] {
    let all = joiningMoves(differences)
    let series = Dictionary(
      all.filter(\.isSeries).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let members = Dictionary(grouping: all.filter { $0.series != nil }) { $0.series ?? "" }
    return all.filter { change in
      if change.isSeries { return isTold(change, members: members[change.id] ?? []) }
      guard change.isInBothWindows else { return false }
      if change.kind == .changed, change.properties.isEmpty { return false }
      guard let own = change.series.flatMap({ series[$0] }) else { return true }
      return isTold(change, of: own)
    }.sorted { Self.order($0) < Self.order($1) }
  }

  /// A thing that went from one place and came to another at once was moved.
  private static func joiningMoves(_ differences: [CopyChange]) -> [CopyChange] {
    var gone: [String: Int] = [:]
    for (index, change) in differences.enumerated() where change.kind == .deleted {
      gone[change.content.rawValue + change.id] = index
    }
    var joined: Set<Int> = []
    let changes = differences.map { change in
      guard change.kind == .created,
        let index = gone[change.content.rawValue + change.id], joined.insert(index).inserted
      else { return change }
      var moved = change
      moved.before = differences[index].before
      moved.isInBothWindows = change.isInBothWindows || differences[index].isInBothWindows
      return moved
    }
    return changes.indices.filter { !joined.contains($0) }.map { changes[$0] }
  }

  /// A series that is new or gone is told where one of its events is; the window may have brought it.
  private static func isTold(_ series: CopyChange, members: [CopyChange]) -> Bool {
    if series.kind == .changed { return !series.properties.isEmpty }
    return members.contains { $0.kind == series.kind && $0.isInBothWindows }
  }

  /// Whether an event is told of besides its series, which differs as well.
  private static func isTold(_ change: CopyChange, of series: CopyChange) -> Bool {
    guard series.kind == .changed else { return change.kind != series.kind }
    let changed = Set(series.properties)
    let isAnotherRule = !changed.isDisjoint(with: ["recurrence", "start", "end", "isAllDay"])
    guard change.kind == .changed else { return !isAnotherRule }
    guard let before = change.before, let after = change.after else { return true }
    if before.isStub, after.isStub {
      // All but the times is the series' own.
      let times = ["start", "end"]
      return !isAnotherRule && times.contains { before.item[$0] != after.item[$0] }
    }
    // What an exception has got from its series was told with that.
    return change.properties.contains { name in
      !changed.contains(name) || after.item[name] != series.after?.item[name]
    }
  }

  private static func order(_ change: CopyChange) -> (String, String, String) {
    let item = (change.after ?? change.before)?.item
    return (
      change.content.rawValue, item?["start"]?["dateTime"]?.string ?? "",
      item?["displayName"]?.string ?? item?["subject"]?.string ?? ""
    )
  }
}
