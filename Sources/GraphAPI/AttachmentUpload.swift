import HTTP
import JSON

/// Why a file is not attached.
package enum AttachmentError<FileError: Error>: Error {
  case graph(GraphError)
  /// The file could not be read, or is not the one it was.
  case file(FileError)
  /// The service took no more of the file.
  case stuck(received: Int)
  /// The session lies at a host that is not Outlook's.
  case foreignAddress
}

/// Attaches one file to an event, once.
///
/// A request whose answer is lost is followed by a look at what is there, so that a file is never
/// attached twice.
package struct AttachmentUpload<FileError: Error>: Sendable {
  /// Reads a stretch of the file.
  package typealias Source = @Sendable (Range<Int>) throws(FileError) -> [UInt8]

  let client: GraphClient
  /// The path of the event.
  let event: String
  let name: String
  let size: Int
  /// How many attachments of that name the event has before.
  let before: Int
  let read: Source
  let tell: @Sendable (Int) async -> Void

  /// A file of `size` bytes for the event at the path `event`.
  ///
  /// `before` is the number of attachments of that name that the event has already; `tell` hears of the
  /// bytes that have gone up.
  package init(
    _ name: String, size: Int, to event: String, before: Int, client: GraphClient,
    read: @escaping Source, tell: @escaping @Sendable (Int) async -> Void
  ) {
    self.name = name
    self.size = size
    self.event = event
    self.before = before
    self.client = client
    self.read = read
    self.tell = tell
  }

  /// Attaches the file, whatever way its size asks for.
  package func run() async throws(AttachmentError<FileError>) {
    size < AttachmentRequests.smallestSession ? try await sendWhole() : try await sendInRanges()
  }

  // MARK: Small files

  private func sendWhole() async throws(AttachmentError<FileError>) {
    let bytes = try bytes(0..<size)
    let request = AttachmentRequests.file(name, bytes, to: event)
    for isLast in [false, true] {
      do {
        _ = try await client.send(request)
        return await tell(size)
      } catch {
        guard error.leavesOutcomeOpen else { throw .graph(error) }
        if try await isThere() { return await tell(size) }
        if isLast { throw .graph(error) }
      }
    }
  }

  private func bytes(_ range: Range<Int>) throws(AttachmentError<FileError>) -> [UInt8] {
    do { return try read(range) } catch { throw .file(error) }
  }

  /// Whether one attachment more of that name is there than before.
  private func isThere() async throws(AttachmentError<FileError>) -> Bool {
    do {
      let items = try await client.list(AttachmentRequests.names(at: event)).items
      return items.count(where: { $0["name"]?.string == name }) > before
    } catch {
      throw .graph(error)
    }
  }

  // MARK: Large files

  private func sendInRanges() async throws(AttachmentError<FileError>) {
    let address = try await openSession()
    var progress = UploadProgress(size: size)
    var step = progress.start()
    do throws(AttachmentError<FileError>) {
      while true {
        switch step {
        case .send(let range):
          step = progress.step(after: try await send(range, to: address))
        case .ask: step = progress.step(after: try await ask(address))
        case .look:
          guard try await isThere() else { throw .stuck(received: progress.received) }
          step = .done
        case .giveUp: throw .stuck(received: progress.received)
        case .done: return await tell(size)
        }
        await tell(progress.received)
      }
    } catch {
      // What has gone up is of no use to anybody; a session that cannot be ended ends by itself.
      _ = try? await client.sendWithoutToken(
        HTTPRequest(method: "DELETE", url: address.url, repeatability: .onlyWhenNotCarriedOut))
      throw error
    }
  }

  private func openSession() async throws(AttachmentError<FileError>) -> UploadAddress {
    let answer: JSONObject
    do {
      answer = try await client.object(AttachmentRequests.session(name, size: size, to: event))
    } catch {
      throw .graph(error)
    }
    guard let url = answer["uploadUrl"]?.string,
      let address = UploadAddress(url, root: client.root)
    else { throw .foreignAddress }
    return address
  }

  private func send(
    _ range: Range<Int>, to address: UploadAddress
  ) async throws(AttachmentError<FileError>) -> UploadProgress.Outcome {
    let request = HTTPRequest(
      method: "PUT", url: address.url, headers: AttachmentRequests.fields(range, of: size),
      body: try bytes(range), repeatability: .onlyWhenNotCarriedOut)
    do {
      let response = try await client.sendWithoutToken(request)
      return response.status == 201 ? .attached : .has(Self.next(in: response))
    } catch {
      return try outcome(of: error)
    }
  }

  private func ask(
    _ address: UploadAddress
  ) async throws(AttachmentError<FileError>) -> UploadProgress.Outcome {
    do {
      let answer = try await client.sendWithoutToken(
        HTTPRequest(url: address.url, repeatability: .repeatable))
      return Self.next(in: answer).map { .has($0) } ?? .open
    } catch {
      return try outcome(of: error)
    }
  }

  /// A range that overlaps or leaves a gap is one the service can say more about.
  private func outcome(
    of error: GraphError
  ) throws(AttachmentError<FileError>) -> UploadProgress.Outcome {
    if error.leavesOutcomeOpen { return .open }
    guard case .server(let server) = error else { throw .graph(error) }
    switch server.status {
    // The session's own credentials have run out, or it has come to its end.
    case 401, 403, 404, 410: return .gone
    case 409, 416: return .open
    default: throw .graph(error)
    }
  }

  /// Where the next range has to start: `"2097152-3483321"`, `"2097152-"` or `"2097152"`.
  private static func next(in response: HTTPResponse) -> Int? {
    let body = try? JSON(parsing: response.body)
    let ranges = body?["nextExpectedRanges"] ?? body?["NextExpectedRanges"]
    return ranges?[0]?.string.flatMap { Int($0.prefix { $0 != "-" }) }
  }
}
