import Contacts
import FoundationEssentials
import GraphAPI
import HTTP
import JSON

/// Reads the pictures of many contacts, twenty in a request.
struct ContactPhotos: Sendable {
  var context: Context
  var session: Session

  /// The pictures of some contacts by their ids, and for those that could not be read why.
  struct Found: Sendable {
    var pictures: [String: [UInt8]] = [:]
    var trouble: [String: Failure] = [:]
  }

  /// Reads the pictures of at most as many contacts as one batch takes; those without one are not in it.
  func read(_ ids: ArraySlice<String>) async -> Found {
    let calls = ids.enumerated().map {
      BatchCall(id: String($0.offset), request: ContactRequests.photo(of: $0.element))
    }
    let outcomes = await context.batchSender(for: session).send(calls)
    var found = Found()
    for (index, id) in ids.enumerated() {
      switch outcomes[String(index)] {
      case .success(let answer)?:
        // In a batch what is no JSON comes as a text of Base64.
        if let text = (try? JSON(parsing: answer.body))?.string,
          let bytes = Data(base64Encoded: text), ContactPhoto.kind(of: Array(bytes)) != nil
        {
          found.pictures[id] = Array(bytes)
        }
      case .failure(let error)?:
        if !error.isMissing { found.trouble[id] = Failure(error, doing: "read the photo") }
      case nil: break
      }
    }
    return found
  }

  /// Goes through the pictures of all these contacts, four batches at once, in their order.
  func readAll(
    _ ids: [String], _ take: (Found) -> Void, progress: (Int) async -> Void
  ) async {
    let step = BatchRequests.limit * ImportRun.width
    for start in stride(from: 0, to: ids.count, by: step) {
      guard !Task.isCancelled else { return }
      let round = ids[start..<min(start + step, ids.count)]
      let photos = self
      let found = await withTaskGroup(of: Found.self) { group in
        for first in stride(from: round.startIndex, to: round.endIndex, by: BatchRequests.limit) {
          let part = round[first..<min(first + BatchRequests.limit, round.endIndex)]
          group.addTask { await photos.read(part) }
        }
        return await group.reduce(into: [Found]()) { $0.append($1) }
      }
      for part in found { take(part) }
      await progress(round.endIndex)
    }
  }
}
