import Calendaring
import GraphAPI
import Rendering
import Terminal

/// Turns what a command line says about a room into a room with an address.
///
/// An address stands for itself; a name is looked for among the rooms of the organisation.
struct RoomResolver {
  var context: Context
  /// The account whose organisation is meant.
  var session: Session

  /// Rooms that are named when a name is not clear.
  private static let shownCandidates = 8

  /// The room meant; what a name was taken for is told.
  ///
  /// - Throws: `Failure` of kind usage for a name that several rooms fit, of kind notFound for one that
  ///   none fits, and whatever keeps the rooms from being read.
  func room(_ text: String) async throws(Failure) -> Person {
    if let person = try MailAddress.person(text) { return person }
    let name = MailAddress.trimmed(text)
    let found = try await rooms().fitting(name)
    guard let room = found.first else {
      throw Failure(
        .notFound, "no room called \"\(name)\" was found",
        hint: "graphcal rooms lists those of your organisation")
    }
    guard found.count == 1 else {
      let shown = found.prefix(Self.shownCandidates)
        .map { PersonText.room($0) }.joined(separator: ", ")
      throw Failure(
        .usage, "\"\(name)\" may be \(found.count) rooms",
        why: shown + (found.count > Self.shownCandidates ? " and more" : ""),
        hint: "write more of the name, or the address")
    }
    context.note("\(name): \(PersonText.room(room))")
    return Person(name: room.name, address: room.address)
  }

  private func rooms() async throws(Failure) -> [Room] {
    guard !session.isPersonal else {
      throw Failure(
        .usage, "personal accounts know of no rooms", hint: "name the place with --location")
    }
    let places = try await context.session(session.acting(in: nil), needing: .readPlaces)
    do {
      return try await places.graph.list(PlaceRequests.rooms).items.compactMap(Room.init(graph:))
    } catch {
      var failure = Failure(error, doing: "look for the room")
      let why = failure.hint.map { ": \($0)" } ?? ""
      failure.hint = "write the room's address, or let graphcal see the rooms\(why)"
      throw failure
    }
  }
}

extension [Room] {
  /// The rooms of just this name, else those with it in their name; letter case and accents do not
  /// matter.
  fileprivate func fitting(_ name: String) -> [Room] {
    let wanted = FoldedText(name)
    let same = filter { FoldedText($0.name) == wanted }
    return same.isEmpty ? filter { FoldedText($0.name).contains(wanted) } : same
  }
}

extension PersonText {
  /// Name and address of a room.
  fileprivate static func room(_ room: Room) -> String {
    full(Person(name: room.name, address: room.address))
  }
}
