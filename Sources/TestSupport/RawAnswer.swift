/// What a `LoopbackServer` does with a request.
package struct RawAnswer: Sendable {
  /// What follows the bytes.
  package enum Ending: Sendable {
    case keepOpen
    case close
    /// A reset instead of an orderly end.
    case reset
    /// Silence until the other side goes or the server stops.
    case stall
  }

  package var bytes: [UInt8]
  package var ending: Ending

  package init(bytes: [UInt8], then ending: Ending = .keepOpen) {
    self.bytes = bytes
    self.ending = ending
  }

  /// Text as it stands; a line feed without a carriage return before it gets one.
  package static func text(_ text: String, then ending: Ending = .keepOpen) -> RawAnswer {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\n"), bytes.last != UInt8(ascii: "\r") {
        bytes.append(UInt8(ascii: "\r"))
      }
      bytes.append(byte)
    }
    return RawAnswer(bytes: bytes, then: ending)
  }

  /// A whole answer with a `Content-Length`; headers are lines such as `Retry-After: 2`.
  package static func response(
    _ status: Int, headers: [String] = [], body: some Sequence<UInt8>,
    then ending: Ending = .keepOpen
  ) -> RawAnswer {
    let body = Array(body)
    let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)"] + headers
    let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
    return RawAnswer(bytes: Array(head.utf8) + body, then: ending)
  }

  /// A whole answer with a `Content-Length` and a body of text.
  package static func response(
    _ status: Int, headers: [String] = [], _ body: String = "", then ending: Ending = .keepOpen
  ) -> RawAnswer {
    response(status, headers: headers, body: body.utf8, then: ending)
  }

  /// An answer in chunks, ended by an empty one.
  package static func chunked(
    _ status: Int, headers: [String] = [], chunks: [String]
  ) -> RawAnswer {
    let lines = ["HTTP/1.1 \(status) X", "Transfer-Encoding: chunked"] + headers
    let body = chunks.map { String($0.utf8.count, radix: 16) + "\r\n\($0)\r\n" }.joined()
    return RawAnswer(
      bytes: Array((lines.map { $0 + "\r\n" }.joined() + "\r\n" + body + "0\r\n\r\n").utf8))
  }

  /// No answer: the connection ends.
  package static let close = RawAnswer(bytes: [], then: .close)
  /// No answer: the connection is reset.
  package static let reset = RawAnswer(bytes: [], then: .reset)
  /// No answer, and the connection stays.
  package static let stall = RawAnswer(bytes: [], then: .stall)
}

#if canImport(Testing)
  import Testing

  extension RawAnswer: CustomTestStringConvertible {
    package var testDescription: String {
      let start = String(decoding: bytes.prefix(60), as: UTF8.self)
      return "\(start.split(whereSeparator: \.isNewline).joined(separator: "; ")) … \(ending)"
    }
  }
#endif
