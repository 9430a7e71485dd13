package import JSON

/// One item of the local copy that is not as somebody was told.
package struct CopyChange: Sendable, Equatable {
  /// The item at one of the two times.
  package struct State: Sendable, Equatable {
    /// The id of the calendar or folder.
    package var collection: String
    package var collectionName: String
    /// As a view has it: an occurrence whole, with what it takes from its series.
    package var item: JSONObject
    /// Whether only the times came with it, all else being that of its series.
    package var isStub: Bool

    package init(
      collection: String, collectionName: String, item: JSONObject, isStub: Bool = false
    ) {
      self.collection = collection
      self.collectionName = collectionName
      self.item = item
      self.isStub = isStub
    }

    var type: String? { ItemColumns.type(of: item) }
  }

  package enum Kind: String, Sendable, CaseIterable { case created, changed, deleted }

  package var content: CopyKind
  package var id: String
  /// What was told; nil for an item that is new.
  package var before: State?
  /// What there is now; nil for one that is gone.
  package var after: State?
  /// Whether it lies in the days that were kept then and are kept now.
  ///
  /// What does not may have come and gone by the passing of days alone.
  package var isInBothWindows: Bool

  package init(
    content: CopyKind, id: String, before: State?, after: State?, isInBothWindows: Bool = true
  ) {
    self.content = content
    self.id = id
    self.before = before
    self.after = after
    self.isInBothWindows = isInBothWindows
  }

  package var kind: Kind { before == nil ? .created : after == nil ? .deleted : .changed }

  /// The names of the properties that differ, sorted; none where the item is new or gone.
  ///
  /// Marks by which the service tells versions apart are no properties that anybody changes; a move to
  /// another calendar or folder counts as `calendar` or `folder`.
  package var properties: [String] {
    guard let before, let after else { return [] }
    var names = Set((before.item.keys + after.item.keys).filter(Self.isProperty)).filter {
      before.item[$0] ?? .null != after.item[$0] ?? .null
    }
    if before.collection != after.collection {
      names.insert(content == .calendar ? "calendar" : "folder")
    }
    return names.sorted()
  }

  private static func isProperty(_ name: String) -> Bool {
    !name.hasPrefix("@") && !["changeKey", "lastModifiedDateTime"].contains(name)
  }

  /// Whether it is a series itself and not one of its events.
  package var isSeries: Bool { (after ?? before)?.type == "seriesmaster" }

  /// The id of the series that it belongs to; nil for what is none of any.
  var series: String? {
    let item = after?.item ?? before?.item
    let type = (after ?? before)?.type
    return type == "occurrence" || type == "exception" ? item?["seriesMasterId"]?.string : nil
  }
}
