package import JSON

/// One page of a round of changes, as it was told.
///
/// Source: Microsoft Graph, "Use delta query to track changes in Microsoft Graph data".
package struct DeltaPage: Sendable, Equatable {
  /// One thing that is told.
  package enum Entry: Sendable, Equatable {
    /// The item, whole or with some of its properties.
    case item(id: String, JSONObject)
    /// It is gone: deleted, moved elsewhere, or not in the window any more.
    case removed(id: String)
  }

  /// How the round goes on.
  package enum Link: Sendable, Equatable {
    /// There is more, behind this address.
    case next(String)
    /// That was all; the next round begins at this address.
    case delta(String)
  }

  package var entries: [Entry]
  package var link: Link

  /// Reads a page; what has no id cannot be kept and is left out.
  ///
  /// - Throws: `DeltaError` for an answer that is no page of a round.
  package init(_ page: JSONObject) throws(DeltaError) {
    guard let values = page["value"]?.array else { throw .noList }
    if let next = page["@odata.nextLink"]?.string, !next.isEmpty {
      link = .next(next)
    } else if let delta = page["@odata.deltaLink"]?.string, !delta.isEmpty {
      link = .delta(delta)
    } else {
      throw .noWayOn
    }
    entries = values.compactMap { value in
      guard let object = value.object, let id = object["id"]?.string, !id.isEmpty else {
        return nil
      }
      return object["@removed"] == nil ? .item(id: id, object) : .removed(id: id)
    }
  }
}

/// Why the answers of the service are no round of changes.
package enum DeltaError: Error, Sendable, Hashable {
  /// An answer without a list.
  case noList
  /// A page with neither a next page nor a link for the next round.
  case noWayOn
  /// The same next page twice.
  case repeatedLink
  /// More pages than a round may have.
  case tooManyPages(Int)
}
