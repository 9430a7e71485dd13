import Contacts
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import Store

/// A contact whole, with its picture: all that it takes to make it anew.
struct ContactSnapshot: Sendable, Equatable {
  /// What is known of the picture of a contact.
  enum Picture: Sendable, Equatable {
    case absent
    case some(GraphRequest.Content)
    /// It may have one; the text says why that is not known.
    case unreadable(String)
  }

  var raw: JSONObject
  var picture = Picture.absent
  /// Whether a request to delete it was answered by nothing, so that it may still be there.
  var mayBeThere = false

  var id: String { raw["id"]?.string ?? "" }
  var etag: String? { raw["@odata.etag"]?.string }

  /// Where requests put a contact into the folder that this one was in.
  var folder: ContactRequests.Folder {
    guard let id = raw["parentFolderId"]?.string, !id.isEmpty else { return .standard }
    return .other(id: id)
  }

  /// By which one that is made in its place is found again; the same however often that is tried.
  func key(of deed: String) -> String { "\(deed)-\(ShortID.of(id))" }

  /// What a person calls it.
  func title(_ habits: ContactHabits) -> String {
    let title = Contact(graph: .object(raw))?.title(habits.nameOrder) ?? ""
    return title.isEmpty ? "a contact without a name" : title
  }
}

extension ContactSnapshot {
  /// Reads a contact with everything that can be brought back.
  static func read(_ id: String, session: Session) async throws(Failure) -> ContactSnapshot {
    let raw: JSONObject
    do throws(GraphError) {
      raw = try await whole(id, session.graph)
    } catch {
      throw Failure(error, doing: "read the contact")
    }
    guard raw["id"]?.string?.isEmpty == false else {
      throw Failure(.general, "the answer about the contact has no id", hint: "graphcal contacts")
    }
    return ContactSnapshot(raw: raw, picture: await Picture.read(of: id, session.graph))
  }

  /// The contact with its open extensions, or without them where the service has none to give.
  private static func whole(
    _ id: String, _ graph: GraphClient
  ) async throws(GraphError) -> JSONObject {
    do {
      return try await graph.object(ContactRequests.contactWithExtensions(id: id))
    } catch .server(let error) where error.status == 400 {
      return try await graph.object(ContactRequests.contact(id: id))
    }
  }
}

extension ContactSnapshot.Picture {
  static func read(of id: String, _ graph: GraphClient) async -> ContactSnapshot.Picture {
    do {
      let answer = try await graph.send(ContactRequests.photo(of: id))
      if answer.body.isEmpty { return .absent }
      if answer.isHTML { return .unreadable("the answer is a page, not a picture") }
      let type = answer.headers["Content-Type"]?.split(separator: ";").first.map(String.init)
      return .some(GraphRequest.Content(bytes: answer.body, type: type ?? "image/jpeg"))
    } catch {
      return error.isMissing
        ? .absent : .unreadable(Failure(error, doing: "read the picture").shortWhy)
    }
  }

  var content: GraphRequest.Content? {
    guard case .some(let content) = self else { return nil }
    return content
  }
}

// MARK: - In the journal

extension ContactSnapshot {
  /// Reads what `json` wrote.
  init?(_ json: JSON?) {
    guard let raw = json?["contact"]?.object else { return nil }
    self.raw = raw
    mayBeThere = json?["mayBeThere"]?.bool ?? false
    if let picture = json?["picture"], let type = picture["type"]?.string,
      let bytes = picture["bytes"]?.string.flatMap({ Data(base64Encoded: $0) })
    {
      self.picture = .some(GraphRequest.Content(bytes: Array(bytes), type: type))
    }
  }

  var json: JSON {
    var object: JSONObject = ["contact": .object(raw)]
    if let content = picture.content {
      object["picture"] = [
        "type": .string(content.type),
        "bytes": .string(Data(content.bytes).base64EncodedString()),
      ]
    }
    if mayBeThere { object["mayBeThere"] = true }
    return .object(object)
  }
}
