import Contacts
import GraphAPI
import HTTP
import JSON

/// Reads and changes the photo of one contact.
struct PhotoDesk {
  var context: Context
  var session: Session
  var contactID: String
  /// How the person named the contact.
  var reference: String

  /// The picture with its media type.
  func bytes() async throws(Failure) -> (bytes: [UInt8], type: String) {
    let answer: HTTPResponse
    do throws(GraphError) {
      answer = try await context.working("Fetching the photo") { () async throws(GraphError) in
        try await session.graph.send(ContactRequests.photo(of: contactID))
      }
    } catch {
      throw await failure(error, "read the photo")
    }
    let told = answer.headers["Content-Type"].map { String($0.prefix { $0 != ";" }) } ?? ""
    guard
      let type = ContactPhoto.kind(of: answer.body)?.rawValue
        ?? (told.hasPrefix("image/") ? told : nil)
    else {
      throw Failure(
        .tryAgain, "the answer is no picture", why: told.isEmpty ? nil : "it is \(told)",
        hint: "graphcal contact-photo \(reference) --trace FILE.har shows the exchange")
    }
    return (answer.body, type)
  }

  /// What is told of the picture, for a program.
  func info() async throws(Failure) -> JSON {
    do {
      var object = try await session.graph.object(
        ContactRequests.photoInfo(of: contactID))
      object["@odata.context"] = nil
      return .object(object)
    } catch {
      throw await failure(error, "read the photo")
    }
  }

  /// Sends a change of the picture, which undo does not take back and calls by `deed`.
  func send(_ request: GraphRequest, _ action: String, deed: String) async throws(Failure) {
    do {
      _ = try await session.graph.send(request)
      await Journal(context: context, session: session)
        .kept("\(deed) of \(reference)", id: contactID)
    } catch {
      throw await failure(error, action)
    }
  }

  /// What an error means: of a contact that is there, 404 says that it has no photo.
  private func failure(_ error: GraphError, _ action: String) async -> Failure {
    guard error.isMissing, await isThere else { return Failure(error, doing: action) }
    return Failure(
      .notFound, "the contact has no photo",
      hint: "graphcal contact-photo \(reference) --set FILE gives it one")
  }

  private var isThere: Bool {
    get async {
      (try? await session.graph.object(ContactRequests.contact(id: contactID, properties: ["id"])))
        != nil
    }
  }
}
