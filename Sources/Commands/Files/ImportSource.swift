import FoundationEssentials
import HTTP
import Host
import Interchange

/// Where the file of an import comes from: this machine, standard input, or the web.
struct ImportSource {
  var context: Context

  /// Addresses that are followed from one to the next.
  private static let mostRedirects = 5

  /// The calendar at a place, looked through.
  ///
  /// A `Failure` of kind usage for what is none.
  func file(at place: String) async throws(Failure) -> CalendarFile {
    let bytes = try await bytes(at: place)
    do {
      return try CalendarFile(bytes)
    } catch {
      let name = place == "-" ? "standard input" : place
      throw Failure(
        .usage, "\(name) cannot be imported: \(error.message)", hint: "nothing was imported")
    }
  }

  private func bytes(at place: String) async throws(Failure) -> [UInt8] {
    if let address = try address(of: place) { return try await fetched(address) }
    do {
      return try place == "-"
        ? StandardInput.readAll(limit: CalendarFile.largest)
        : Files.read(place, limit: CalendarFile.largest)
    } catch {
      throw Failure(
        .usage, "cannot read \(place == "-" ? "standard input" : place)", why: error.explanation,
        hint: "give a readable file of at most \(CalendarFile.largest >> 20) MB")
    }
  }

  /// The address that a place is; nil for the name of a file.
  private func address(of place: String) throws(Failure) -> String? {
    let lowercase = place.lowercased()
    if lowercase.hasPrefix("webcal://") { return "https://" + place.dropFirst(9) }
    guard lowercase.contains("://") || lowercase.hasPrefix("file:") else { return nil }
    guard let url = HTTPURL(place), url.isSafe else {
      throw Failure(
        .usage, "\(place.prefix(200)) is no address that is read from",
        hint: "an address begins with https://; a file is given by its path")
    }
    return place
  }

  /// What an address gives, without anything of one's own being sent there.
  private func fetched(_ address: String) async throws(Failure) -> [UInt8] {
    var url = address
    for _ in 0...Self.mostRedirects {
      let answer: HTTPResponse
      do {
        answer = try await context.wire.send(
          HTTPRequest(
            url: url, headers: ["Accept": "text/calendar, */*;q=0.1"], repeatability: .repeatable))
      } catch {
        guard error.reason == .tooLarge else { throw Failure(error, doing: "fetch \(url)") }
        throw Failure(.usage, "\(url) holds too much to be read", hint: "ask for fewer days of it")
      }
      switch answer.status {
      case 200..<300:
        guard answer.body.count <= CalendarFile.largest else {
          throw Failure(
            .usage, "\(url) holds more than \(CalendarFile.largest >> 20) MB",
            hint: "ask for fewer days of it")
        }
        return answer.body
      case 301, 302, 303, 307, 308:
        guard let next = answer.headers["Location"], let target = HTTPURL(next), target.isSafe
        else {
          throw Failure(
            .general, "\(url) leads to another address that is not followed",
            why: answer.headers["Location"], hint: "give an address that begins with https://")
        }
        url = next
      default:
        throw Failure(
          answer.status >= 500 ? .tryAgain : .notFound, "cannot fetch \(url)",
          why: "the server answered \(answer.status)", hint: "open it in a browser to see why")
      }
    }
    throw Failure(
      .general, "\(address) leads from one address to the next without end",
      hint: "open it in a browser to see where it ends")
  }
}

extension HTTPURL {
  /// Whether what comes from there is what was sent: by TLS, or on this machine.
  fileprivate var isSafe: Bool {
    scheme == .https || ["127.0.0.1", "::1", "localhost"].contains(host)
  }
}
