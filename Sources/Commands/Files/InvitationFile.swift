import CalendarTime
import GraphAPI
import Interchange
import JSON
import Store

/// An invitation as a mail program has it: `respond - accept < invite.ics`.
struct InvitationFile {
  var context: Context

  /// What stands for it among references.
  static let reference = "-"

  /// The meeting of the calendar that the invitation on standard input is for.
  func meeting() async throws(Failure) -> Meeting {
    let file = try await ImportSource(context: context).file(at: Self.reference)
    // Nothing of its times is used, so any zone will do for those that float.
    let items = try ImportCommand.items(of: file, zone: .utc, in: context)
    try check(file, items)
    guard let item = items.first else {
      throw Failure(
        .usage, "there is no event in the invitation",
        hint: "give the text/calendar part of the mail")
    }
    let session = try await context.session(needing: .writeCalendars)
    guard let id = try await id(of: item.uid, session) else {
      throw Failure(
        .notFound, "\(Self.title(item)) is not in the calendar",
        why: "Outlook puts an invitation there when its mail arrives",
        hint: "wait for the mail, or take it as an event of your own: graphcal import -")
    }
    return try await Meeting.read(id: id, reference: ShortID.of(id), session, in: context)
  }

  private func check(_ file: CalendarFile, _ items: [ReadItem]) throws(Failure) {
    if let method = file.methods.first(where: { $0 != "REQUEST" && $0 != "PUBLISH" }) {
      throw Failure(
        .usage, "the file is no invitation: it says METHOD:\(method)",
        hint: method == "CANCEL"
          ? "graphcal import - removes what was called off" : "only an invitation can be answered")
    }
    guard items.count <= 1 else {
      throw Failure(
        .usage, "the file holds \(Plural.events(items.count)); an invitation is one",
        hint: "answer them by their references: graphcal invites")
    }
    if items.first?.isOneOfSeries == true {
      throw Failure(
        .usage, "the invitation is for one event of a series",
        hint: "answer that one by its reference: graphcal invites")
    }
  }

  /// The event with an identity: Graph knows it by no other name in each mailbox.
  private func id(of uid: String, _ session: Session) async throws(Failure) -> String? {
    let request = EventRequests.found(byUID: uid)
    do {
      let found = try await session.graph.list(request).items
      return found.first { $0["type"]?.string != "occurrence" }?["id"]?.string
    } catch {
      throw Failure(error, doing: "look for the invitation")
    }
  }

  private static func title(_ item: ReadItem) -> String {
    item.subject.isEmpty ? "the invitation" : "\"\(item.subject)\""
  }
}
