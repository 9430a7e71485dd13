import CalendarTime
import Contacts
import GraphAPI
import JSON
import Store

/// Finds the whole ids of the items that a file of changes names.
struct ChangeIDs {
  var context: Context
  var session: Session
  var kind: ChangeLine.Kind

  private var itemKind: StateStore.ItemKind { kind == .contact ? .contact : .event }

  /// The lines with whole ids; what cannot be found is a problem of its line.
  ///
  /// Short ids that this machine does not remember are looked for once for all of them.
  func resolved(
    _ lines: [ChangeLine]
  ) async throws(Failure) -> (lines: [ChangeLine], problems: [ChangeProblem]) {
    var lines = lines
    var problems: [ChangeProblem] = []
    var unknown: [Int] = []
    for (index, line) in lines.enumerated() {
      if let mailbox = line.given["graphcal"]?["mailbox"]?.string {
        problems.append(
          ChangeProblem(line.number, "is about an item of \(mailbox); apply changes one's own"))
        continue
      }
      guard let text = line.id, ShortID.isCandidate(text) else {
        if let text = line.id, text.count < ShortID.length {
          problems.append(ChangeProblem(line.number, "names \"\(text)\", which is no id"))
        }
        continue
      }
      let known = await context.state.items(shortPrefix: text).filter { item in
        item.kind == itemKind && item.account == session.accountKey
      }
      switch known.count {
      case 1 where !known[0].mailbox.isEmpty:
        problems.append(
          ChangeProblem(
            line.number, "is about an item of \(known[0].mailbox); apply changes one's own"))
      case 1: lines[index].id = known[0].id
      case 0: unknown.append(index)
      default:
        problems.append(ChangeProblem(line.number, "names \(text), which stands for several items"))
      }
    }
    if !unknown.isEmpty {
      let all = try await allIDs()
      for index in unknown {
        let text = lines[index].id ?? ""
        let found = all.filter { ShortID.of($0).hasPrefix(text) }
        if found.count == 1 {
          lines[index].id = found[0]
        } else {
          problems.append(
            ChangeProblem(
              lines[index].number,
              found.isEmpty
                ? "names \(text), which no \(kind.rawValue) here has as its short id"
                : "names \(text), which stands for several items"))
        }
      }
    }
    for (index, line) in lines.enumerated() {
      guard let id = line.id, PendingWrite.isTemporary(id) else { continue }
      do throws(Failure) {
        lines[index].id = try await UnsentReference(
          context: context, session: session, text: ShortID.of(id), id: id, readsOutbox: false
        ).current()
      } catch  where error.kind == .notFound {
        problems.append(ChangeProblem(line.number, "is about what is not there: " + error.what))
      } catch {
        var failure = error
        failure.what = "line \(line.number): " + failure.what
        throw failure
      }
    }
    var numbers: [String: Int] = [:]
    for line in lines {
      guard let id = line.id else { continue }
      if let other = numbers.updateValue(line.number, forKey: id) {
        problems.append(
          ChangeProblem(line.number, "is about the same item as line \(other); make them one"))
      }
    }
    return (lines, problems)
  }

  /// The ids of all contacts, or of the events around today.
  private func allIDs() async throws(Failure) -> [String] {
    if kind == .contact {
      let book = ContactBook(context: context, session: session)
      return try await book.contacts(in: try await book.folders(), properties: ["id"])
        .map(\.contact.id)
    }
    let zone = try await context.commandZone(session: session).zone
    let today = zone.date(at: context.now())
    let range = zone.range(from: today.adding(days: -90), to: today.adding(days: 401))
    do {
      return try await session.graph.list(CalendarRequests.view(range, properties: ["id"])).items
        .compactMap { $0["id"]?.string }
    } catch {
      throw Failure(error, doing: "look for the events of the file")
    }
  }
}
