package import Arguments
import Contacts
import GraphAPI
import HTTP
import Host
import JSON
import Store
import Terminal

/// `graphcal contact-photo`: the picture of a contact.
package struct ContactPhotoCommand: Command {
  package static let name = "contact-photo"
  package static let summary = "Show, save, set or remove a contact's photo."
  package static let discussion = """
    On a terminal the photo is drawn by chafa, where that is installed. With --output it is saved to a \
    file; one that is there already is replaced only when you say so, or with --yes. --output - writes \
    it to standard output.

    --set takes a JPEG or PNG picture of less than 4 MB, known by what is in the file, and replaces the \
    photo that is there. --remove asks first: undo brings no photo back.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which contact.", into: \.reference).completing(.known(.contact))
  ]
  package static let options: [Option<Self>] = [
    .value("output", "FILE", "Save it to this file, - for standard output.", into: \.output)
      .short("o").completing(.file).exclusive("photo"),
    .value("set", "FILE", "Make this picture the contact's photo.", into: \.newPhoto)
      .completing(.file).exclusive("photo"),
    .flag("remove", "Take the photo away.", into: \.removes).exclusive("photo"),
  ]
  package static let examples = [
    Example("contact-photo 2", "Draws the photo of the second contact of the last list."),
    Example("contact-photo 2 -o lena.jpg", "Saves it."),
    Example("contact-photo 2 --set lena.jpg", "Gives the contact this photo."),
  ]

  package static var printsRows: Bool { false }

  var reference = ""
  var output: String?
  var newPhoto: String?
  var removes = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard output?.isEmpty != true, newPhoto?.isEmpty != true else {
      throw ArgumentsError(
        .missingValue, "contact-photo needs the name of a file",
        hint: "graphcal contact-photo \(reference) -o photo.jpg")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if newPhoto == nil, !removes {
      try context.requireNetwork(
        for: "the photo cannot be shown", because: "photos are not kept in the local copy")
    }
    if let newPhoto { return try await set(newPhoto, in: context) }
    if removes { return try await remove(in: context) }
    if let output { return try await save(to: output, in: context) }
    if context.options.isForScripts || context.options.fields == .list {
      let desk = try await desk(.readContacts, in: context)
      let info = try await desk.info()
      _ = try context.printedForScripts(info)
      return
    }
    let viewer = try PictureViewer(context, alternative: "contact-photo \(reference) -o FILE")
    let desk = try await desk(.readContacts, in: context)
    try await viewer.show(try await desk.bytes().bytes)
  }

  private func desk(
    _ permission: Permission, in context: Context
  ) async throws(Failure) -> PhotoDesk {
    let (id, session) = try await ReferenceResolver(context: context, permission: permission)
      .item(reference, kind: .contact)
    return PhotoDesk(context: context, session: session, contactID: id, reference: reference)
  }

  // MARK: Saving

  private func save(to path: String, in context: Context) async throws(Failure) {
    if path == "-", context.console.terminal.isOutputTerminal {
      throw Failure(
        .usage, "a photo is no text for a terminal", hint: "send it into a file or a pipe")
    }
    let status: FileStatus?
    do {
      status = path == "-" ? nil : try Files.status(of: path)
    } catch {
      throw Self.unwritable(path, error)
    }
    if let status, status.kind != .regular {
      throw Failure(
        .usage, "\(path) is no file that a photo could be saved to",
        hint: status.kind == .folder ? "name a file in it: \(path)/photo.jpg" : "name a file")
    }
    let (bytes, type) = try await desk(.readContacts, in: context).bytes()
    if path != "-", context.onlyTells("the photo", in: path) { return }
    if path == "-" { return try context.console.print(bytes: bytes) }
    if status != nil {
      try context.confirm(
        "\(path) is there already. Replace it?", refusal: "\(path) was not replaced")
    }
    do {
      try NewFile.write(
        bytes, to: path, replacing: status != nil, randomness: context.randomness)
    } catch {
      throw Self.unwritable(path, error)
    }
    let object: JSON = [
      "path": .string(path), "bytes": .number(bytes.count), "contentType": .string(type),
    ]
    if try context.printedForScripts(object) { return }
    context.note("saved the photo to \(path) (\(bytes.count) bytes)")
  }

  private static func unwritable(_ path: String, _ error: HostError) -> Failure {
    Failure(
      .general, "cannot save the photo to \(path)", why: error.explanation,
      hint: "give a file in a folder you may write to")
  }

  // MARK: Changing

  private func set(_ path: String, in context: Context) async throws(Failure) {
    try context.requireWriting("a new photo")
    let (photo, bytes) = try Self.picture(inFile: path)
    let desk = try await desk(.writeContacts, in: context)
    let content = GraphRequest.Content(bytes: bytes, type: photo.kind.rawValue)
    let request = ContactRequests.setPhoto(content, of: desk.contactID)
    if context.options.dryRun { return try context.printDryRun([request]) }
    try await desk.send(request, "set the photo", deed: "set the photo")
    let object: JSON = [
      "id": .string(desk.contactID), "contentType": .string(photo.kind.rawValue),
      "bytes": .number(bytes.count), "width": .number(photo.width),
      "height": .number(photo.height),
    ]
    if try context.printedForScripts(object) { return }
    let size = "\(photo.width) × \(photo.height) pixels"
    try context.say("Set the photo of \(ShortID.of(desk.contactID)): \(size).")
  }

  private func remove(in context: Context) async throws(Failure) {
    try context.requireWriting("the removal of a photo")
    let desk = try await desk(.writeContacts, in: context)
    let request = ContactRequests.removePhoto(of: desk.contactID)
    // Says that there is none before anything is asked.
    _ = try await desk.info()
    if context.options.dryRun { return try context.printDryRun([request]) }
    try context.confirm(
      "Remove the photo? undo cannot bring it back; contact-photo -o FILE saves it first.",
      refusal: "the photo was not removed")
    try await desk.send(request, "remove the photo", deed: "removed the photo")
    if try context.printedForScripts(["id": .string(desk.contactID)]) { return }
    try context.say("Removed the photo of \(ShortID.of(desk.contactID)).")
  }

  /// A picture that the service takes.
  private static func picture(inFile path: String) throws(Failure) -> (ContactPhoto, [UInt8]) {
    let kinds = "give a JPEG or PNG picture"
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: ContactPhoto.byteLimit - 1)
    } catch {
      if case .tooLarge = error.reason { throw tooLarge(path) }
      throw Failure(.usage, "cannot read \(path)", why: error.explanation, hint: kinds)
    }
    do {
      return (try ContactPhoto(bytes), bytes)
    } catch {
      switch error {
      case .empty: throw Failure(.usage, "\(path) is empty", hint: kinds)
      case .otherKind(let kind?):
        throw Failure(
          .usage, "\(path) is a \(kind) picture, which Outlook does not take",
          hint: "convert it to JPEG: magick \"\(path)\" photo.jpg")
      case .otherKind(nil):
        throw Failure(.usage, "\(path) is no picture", why: "its bytes say so", hint: kinds)
      case .damaged(let kind):
        throw Failure(
          .usage, "\(path) is a damaged \(kind == .png ? "PNG" : "JPEG") picture",
          why: "its beginning is there, and the rest is not", hint: kinds)
      case .tooLarge: throw tooLarge(path)
      }
    }
  }

  private static func tooLarge(_ path: String) -> Failure {
    Failure(
      .usage, "\(path) is too large for a photo", why: "Outlook takes less than 4 MB",
      hint: "make it smaller: magick \"\(path)\" -resize 648x648 photo.jpg")
  }
}
