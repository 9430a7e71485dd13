import Cards
import FoundationEssentials
import HTTP
import Host
import Interchange

/// What a file of an import turns out to be.
enum ImportFile: Sendable {
  /// A calendar, looked through from end to end.
  case calendar(CalendarFile)
  /// vCards, of which each is read for itself.
  case cards([UInt8])
  /// A table of contacts.
  case table(ContactTable)
}

/// Where the file of an import comes from: this machine, standard input, or the web.
struct ImportSource {
  var context: Context

  /// Addresses that are followed from one to the next.
  private static let mostRedirects = 5

  /// The file at a place, whatever it holds.
  ///
  /// A `Failure` of kind usage for what is neither a calendar nor contacts.
  func content(at place: String) async throws(Failure) -> ImportFile {
    let (bytes, type) = try await bytes(at: place)
    switch ImportKind(bytes, name: place, type: type) {
    case .cards:
      if let stranger = CardFile.stranger(in: bytes) {
        throw Self.unusable(
          place,
          "line \(stranger.line): a \(stranger.kind) begins among vCards, which is to be in a file of its "
            + "own")
      }
      return .cards(bytes)
    case .table:
      do throws(ContactTable.Problem) {
        return .table(try ContactTable(bytes, order: ContactHabits(context).nameOrder))
      } catch {
        throw Self.unusable(place, Self.words(error))
      }
    case .calendar: return .calendar(try Self.calendar(bytes, place))
    case nil:
      // A table has no mark of its own but the names of its columns.
      do throws(ContactTable.Problem) {
        return .table(try ContactTable(bytes, order: ContactHabits(context).nameOrder))
      } catch .openQuote(let line) {
        throw Self.unusable(place, Self.words(.openQuote(line: line)))
      } catch {
        return .calendar(try Self.calendar(bytes, place))
      }
    }
  }

  /// The calendar at a place, looked through.
  ///
  /// A `Failure` of kind usage for what is none.
  func file(at place: String) async throws(Failure) -> CalendarFile {
    try Self.calendar(try await bytes(at: place).bytes, place)
  }

  private static func calendar(
    _ bytes: [UInt8], _ place: String
  ) throws(Failure) -> CalendarFile {
    do {
      return try CalendarFile(bytes)
    } catch {
      throw unusable(place, error.message)
    }
  }

  private static func unusable(_ place: String, _ reason: String) -> Failure {
    let name = place == "-" ? "standard input" : place
    return Failure(.usage, "\(name) cannot be imported: \(reason)", hint: "nothing was imported")
  }

  private static func words(_ problem: ContactTable.Problem) -> String {
    switch problem {
    case .empty: "it is empty"
    case .unknownHeader(let header): "no column of its header is known (\(header))"
    case .openQuote(let line): "line \(line): a quote is opened there and never closed"
    }
  }

  private func bytes(at place: String) async throws(Failure) -> (bytes: [UInt8], type: String?) {
    if let address = try address(of: place) { return try await fetched(address) }
    do {
      let bytes =
        try place == "-"
        ? StandardInput.readAll(limit: CalendarFile.largest)
        : Files.readWaiting(place, limit: CalendarFile.largest)
      return (bytes, nil)
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

  /// What an address gives, without anything of one's own being sent there, and its media type.
  private func fetched(
    _ address: String
  ) async throws(Failure) -> (bytes: [UInt8], type: String?) {
    var url = address
    for _ in 0...Self.mostRedirects {
      let answer: HTTPResponse
      do {
        answer = try await context.wire.send(
          HTTPRequest(
            url: url, headers: ["Accept": "text/calendar, text/vcard, text/csv, */*;q=0.1"],
            repeatability: .repeatable))
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
        return (answer.body, answer.headers["Content-Type"])
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

/// What a file says that it is: by its first words, else by its media type, else by its name.
enum ImportKind: Equatable, Sendable {
  case calendar, cards, table

  /// Nil where nothing tells.
  init?(_ bytes: [UInt8], name: String, type: String?) {
    // UTF-16 has a zero beside each of these letters.
    let start = String(
      decoding: bytes.prefix(256).filter { $0 < 0x80 && $0 != 0 }, as: UTF8.self
    ).drop { $0.isWhitespace }.prefix(16).uppercased()
    if start.hasPrefix("BEGIN:VCARD") {
      self = .cards
    } else if start.hasPrefix("BEGIN:") || start.hasPrefix("<") {
      self = .calendar
    } else if let kind = Self.named(type?.lowercased() ?? "", Self.types) {
      self = kind
    } else {
      let path = HTTPURL(name).map { String($0.path) } ?? name
      let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      guard let kind = Self.endings[ending] else { return nil }
      self = kind
    }
  }

  private static let types: [(String, ImportKind)] = [
    ("vcard", .cards), ("text/csv", .table), ("text/calendar", .calendar),
  ]

  private static let endings: [String: ImportKind] = [
    "vcf": .cards, "vcard": .cards, "csv": .table, "tsv": .table, "ics": .calendar,
    "ical": .calendar, "icalendar": .calendar, "ifb": .calendar,
  ]

  private static func named(
    _ text: String, _ table: [(String, ImportKind)]
  ) -> ImportKind? {
    table.first { text.contains($0.0) }?.1
  }
}

extension HTTPURL {
  /// Whether what comes from there is what was sent: by TLS, or on this machine.
  fileprivate var isSafe: Bool {
    scheme == .https || ["127.0.0.1", "::1", "localhost"].contains(host)
  }
}
