/// Why bytes are not a usable TZif file.
package enum TZifError: Error, Hashable, Sendable {
  /// The file does not begin with `TZif`.
  case notTZif
  /// The file ends before the byte at this offset that its header promises.
  case truncated(needed: Int, found: Int)
  /// The header or a table breaks RFC 9636; the text says which part.
  case invalid(String)
}

extension Zone {
  /// The zone that a file of the time zone database describes.
  ///
  /// - Throws: `TZifError` for bytes that are no such file.
  package init(name: String, file bytes: [UInt8]) throws(TZifError) {
    self.init(name: name, rules: try TZif.rules(from: bytes))
  }
}

/// Reads the files of the time zone database (RFC 9636, before it RFC 8536): versions 1 to 4.
enum TZif {
  static let magic: [UInt8] = Array("TZif".utf8)

  static func rules(from bytes: [UInt8]) throws(TZifError) -> ZoneRules {
    guard bytes.starts(with: magic) else { throw .notTZif }
    let first = try Header(bytes, at: 0)
    guard first.version >= 2 else {
      let block = try Block(bytes, header: first, at: Header.size, timeSize: 4)
      return try block.rules(footer: nil)
    }
    // The 64-bit block stands behind the 32-bit one, with a header of its own.
    let start = Header.size + first.blockSize(timeSize: 4)
    let second = try Header(bytes, at: start)
    let block = try Block(bytes, header: second, at: start + Header.size, timeSize: 8)
    let end = start + Header.size + second.blockSize(timeSize: 8)
    return try block.rules(footer: try footer(bytes, at: end))
  }

  /// The text between the two line feeds at the end; nil when it is empty.
  private static func footer(_ bytes: [UInt8], at start: Int) throws(TZifError) -> PosixRule? {
    guard start < bytes.count else { throw .truncated(needed: start + 1, found: bytes.count) }
    let lineFeed = UInt8(ascii: "\n")
    guard bytes[start] == lineFeed, let end = bytes[(start + 1)...].firstIndex(of: lineFeed) else {
      throw .invalid("footer")
    }
    let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = PosixRule(parsing: text) else { throw .invalid("footer \(text)") }
    return rule
  }

  private struct Header {
    static let size = 44

    /// 1 to 4, later ones read as 4.
    let version: Int
    let utcIndicators: Int
    let standardIndicators: Int
    let leapSeconds: Int
    let times: Int
    let types: Int
    let characters: Int

    init(_ bytes: [UInt8], at start: Int) throws(TZifError) {
      guard bytes.count >= start + Self.size else {
        throw .truncated(needed: start + Self.size, found: bytes.count)
      }
      guard bytes[start..<(start + 4)].elementsEqual(TZif.magic) else {
        throw .invalid("second header")
      }
      let mark = bytes[start + 4]
      version = mark < UInt8(ascii: "2") ? 1 : Int(mark - UInt8(ascii: "0"))
      func count(_ index: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[start + 20 + index * 4 + $1]) }
      }
      (utcIndicators, standardIndicators, leapSeconds) = (count(0), count(1), count(2))
      (times, types, characters) = (count(3), count(4), count(5))
      // Bounds far beyond any real file keep the sums below within reason.
      guard (1...256).contains(types), times <= 100_000, (1...100_000).contains(characters),
        leapSeconds <= 10_000, utcIndicators <= 256, standardIndicators <= 256
      else { throw .invalid("header counts") }
    }

    func blockSize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
        + standardIndicators + utcIndicators
    }
  }

  private struct Block {
    var times: [Int] = []
    var indexes: [UInt8] = []
    var types: [LocalTimeType] = []
    var leaps: [(time: Int, correction: Int)] = []

    init(_ bytes: [UInt8], header: Header, at start: Int, timeSize: Int) throws(TZifError) {
      let size = header.blockSize(timeSize: timeSize)
      guard bytes.count >= start + size else {
        throw .truncated(needed: start + size, found: bytes.count)
      }
      var cursor = start
      func integer(_ size: Int) -> Int {
        var value = UInt64(0)
        for byte in bytes[cursor..<(cursor + size)] { value = value << 8 | UInt64(byte) }
        cursor += size
        return size == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
      }
      times.reserveCapacity(header.times)
      for _ in 0..<header.times { times.append(integer(timeSize)) }
      indexes = Array(bytes[cursor..<(cursor + header.times)])
      cursor += header.times

      let names = bytes[(cursor + header.types * 6)...].prefix(header.characters)
      for _ in 0..<header.types {
        let offset = integer(4)
        let isDaylightSaving = bytes[cursor]
        let nameStart = names.startIndex + Int(bytes[cursor + 1])
        cursor += 2
        guard LocalTimeType.offsets.contains(offset) else { throw .invalid("offset \(offset)") }
        guard isDaylightSaving <= 1 else { throw .invalid("summer time mark") }
        guard nameStart < names.endIndex, let nameEnd = names[nameStart...].firstIndex(of: 0) else {
          throw .invalid("abbreviation index")
        }
        types.append(
          LocalTimeType(
            offset: offset, isDaylightSaving: isDaylightSaving == 1,
            abbreviation: String(decoding: names[nameStart..<nameEnd], as: UTF8.self)))
      }
      cursor += header.characters
      for _ in 0..<header.leapSeconds { leaps.append((integer(timeSize), integer(4))) }
    }

    func rules(footer: PosixRule?) throws(TZifError) -> ZoneRules {
      guard indexes.allSatisfy({ Int($0) < types.count }) else { throw .invalid("type index") }
      // Files that count leap seconds ("right/…") are brought back to the scale of POSIX.
      let times = times.map { time in
        time.subtractingReportingOverflow(
          leaps.last { $0.time <= time }?.correction ?? 0
        ).partialValue
      }
      guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw .invalid("order of changes")
      }
      return ZoneRules(times: times, typeIndexes: indexes, types: types, footer: footer)
    }
  }
}
