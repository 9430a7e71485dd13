import FoundationEssentials
import GraphAPI
import Host
import JSON
import Terminal

/// Files that are to be attached, as they were found before anything was sent.
struct OutgoingFile: Sendable {
  /// As it was typed.
  var path: String
  var status: FileStatus

  /// The name it has at the event.
  var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Looks at the files of a command line.
  ///
  /// - Throws: `Failure` of kind usage for what is no readable file or too large for an event.
  static func files(_ paths: [String]) throws(Failure) -> [OutgoingFile] {
    var files: [OutgoingFile] = []
    for path in paths {
      let found: FileStatus?
      do {
        found = try Files.status(of: path)
        // Whether it may be read is known by reading.
        if let found { _ = try Files.read(path, 0..<min(1, found.size), of: found) }
      } catch {
        throw refusal(path, error.explanation)
      }
      guard let status = found else { throw refusal(path, "there is no such file") }
      guard status.size <= AttachmentRequests.largestFile else {
        throw Failure(
          .usage, "cannot attach \(path): \(AttachmentSender.size(status.size)) are too large",
          why: "an event takes files of at most 150 MB",
          hint: "put it somewhere people can get it, and its link into --body")
      }
      files.append(OutgoingFile(path: path, status: status))
    }
    return files
  }

  private static func refusal(_ path: String, _ why: String) -> Failure {
    Failure(
      .usage, "cannot attach \(path)", why: why, hint: "give a readable file of at most 150 MB")
  }
}

/// Attaches files to an event, one after the other, and shows how far it is.
struct AttachmentSender {
  var context: Context
  var session: Session

  /// Attaches all files, each once.
  ///
  /// - Parameters:
  ///   - files: in the order they are to have.
  ///   - eventID: of the event.
  ///   - names: those of the attachments that it has already.
  ///   - attached: told of each file that is surely attached.
  /// - Throws: `Failure` about the first file that cannot be attached.
  func attach(
    _ files: [OutgoingFile], to eventID: String, besides names: [String] = [],
    attached: (OutgoingFile) -> Void = { _ in }
  ) async throws(Failure) {
    let progress = Progress(
      facts: context.console.terminal, isQuiet: context.options.quiet,
      write: { [console = context.console] in console.report($0) })
    var names = names
    var failure: Failure?
    for file in files {
      do throws(AttachmentError<HostError>) {
        try await upload(file, to: eventID, besides: names, progress).run()
      } catch {
        failure = Self.failure(error, file)
        break
      }
      names.append(file.name)
      attached(file)
    }
    await progress.finish()
    if let failure { throw failure }
  }

  private func upload(
    _ file: OutgoingFile, to eventID: String, besides names: [String], _ progress: Progress
  ) -> AttachmentUpload<HostError> {
    let size = file.status.size
    return AttachmentUpload(
      file.name, size: size, to: AttachmentRequests.path(ofEvent: eventID),
      before: names.count(where: { $0 == file.name }), client: session.graph,
      read: { (range) throws(HostError) in
        try Files.read(file.path, range, of: file.status)
      },
      tell: { sent in
        let percent = size == 0 ? 100 : sent * 100 / size
        await progress.show("attaching \(file.name): \(percent) % of \(Self.size(size))")
      })
  }

  /// What `--dry-run` shows: small files whole, and of large ones what goes where.
  func requests(for files: [OutgoingFile], to event: String) throws(Failure) -> [GraphRequest] {
    var requests: [GraphRequest] = []
    for file in files {
      let size = file.status.size
      guard size >= AttachmentRequests.smallestSession else {
        do {
          let bytes = try Files.read(file.path, 0..<size, of: file.status)
          requests.append(AttachmentRequests.file(file.name, bytes, to: event))
        } catch {
          throw Self.failure(.file(error), file)
        }
        continue
      }
      requests.append(AttachmentRequests.session(file.name, size: size, to: event))
      for start in stride(from: 0, to: size, by: AttachmentRequests.range) {
        let range = start..<min(start + AttachmentRequests.range, size)
        requests.append(
          GraphRequest(
            method: "PUT", path: "{uploadUrl}", headers: AttachmentRequests.fields(range, of: size),
            body: .string("(\(range.count) bytes of \(file.path))")))
      }
    }
    return requests
  }

  private static func failure(
    _ error: AttachmentError<HostError>, _ file: OutgoingFile
  ) -> Failure {
    switch error {
    case .graph(let error): return Failure(error, doing: "attach \(file.name)")
    case .file(let error):
      return Failure(
        .general, "cannot attach \(file.path) any more", why: error.explanation,
        hint: "let the file rest until it is sent, and repeat the command")
    case .stuck(let received):
      return Failure(
        .tryAgain, "cannot attach \(file.name)",
        why: "the service took \(size(received)) of \(size(file.status.size)) and no more",
        hint: "try again later")
    case .foreignAddress:
      return Failure(
        .general, "cannot attach \(file.name)",
        why: "the service named no address at Outlook for it; nothing was sent there",
        hint: "report it with --trace FILE.har")
    }
  }

  /// Bytes as people say them: `12.3 MB`.
  static func size(_ bytes: Int) -> String {
    let units = [(1 << 20, "MB"), (1 << 10, "KB")]
    guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
    let tenths = (bytes * 10 + unit / 2) / unit
    return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
