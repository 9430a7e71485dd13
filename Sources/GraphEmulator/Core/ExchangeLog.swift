import FoundationEssentials
import Host
import HTTPServer
import JSON

/// Writes every request and answer to a file, one line of JSON each, secrets masked.
actor ExchangeLog {
  private let file: AppendFile

  init(_ path: String) throws(EmulatorError) {
    do throws(HostError) {
      file = try AppendFile(path)
    } catch {
      throw EmulatorError(
        what: "cannot write the log", why: error.description,
        hint: "--log takes the name of a file in a folder that exists")
    }
  }

  /// Adds one exchange.
  ///
  /// A full disk loses lines rather than stopping the service.
  func add(
    _ request: ServerRequest, _ response: ServerResponse, root: String, at date: Date,
    fault: EmulatorFault?
  ) {
    let answered: JSON =
      switch response.delivery {
      case .none: nil
      case .whole, .truncated: .object(Self.answer(response))
      }
    let line: JSON = [
      "time": .string(Timestamp.milliseconds(date)),
      "fault": .string(orNull: fault?.name),
      "request": [
        "method": .string(request.method),
        "url": .string(root + SecretMask.target(request.target)),
        "headers": Self.headers(request.headers),
        "body": Self.body(request.body, type: request.headers["Content-Type"]),
      ],
      "response": answered,
    ]
    try? file.write(line.bytes(.wire) + [UInt8(ascii: "\n")])
  }

  private static func answer(_ response: ServerResponse) -> JSONObject {
    [
      "status": .number(response.status), "headers": headers(response.headers),
      "body": body(response.body, type: response.headers["Content-Type"]),
    ]
  }

  private static func headers(_ fields: ServerFields) -> JSON {
    .array(
      fields.fields.map { [.string($0.name), .string(SecretMask.header($0.name, $0.value))] })
  }

  /// `{"json": value}`, `{"text": …}` or `{"base64": …}`; null for an empty body.
  private static func body(_ bytes: [UInt8], type: String?) -> JSON {
    guard !bytes.isEmpty else { return nil }
    let type = type?.lowercased() ?? ""
    if type.contains("json"), let value = try? JSON(parsing: bytes) {
      return ["json": SecretMask.json(value)]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return ["base64": .string(Data(bytes).base64EncodedString())]
    }
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return ["text": .string(SecretMask.form(text))]
    }
    return ["text": .string(type.hasPrefix("text/html") ? SecretMask.html(text) : text)]
  }
}

/// Replaces secrets by a mark that tells two of them apart and gives neither away.
enum SecretMask {
  private static let names: Set<String> = [
    "access_token", "refresh_token", "id_token", "device_code", "code", "code_verifier",
    "client_secret", "client_assertion", "assertion", "password", "authtoken",
  ]

  /// A mark made of 32 bits of FNV-1a, far fewer than any of these secrets has.
  static func mask(_ secret: String) -> String {
    let hash = secret.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return "masked-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return mask(value) }
      return "\(parts[0]) \(mask(String(parts[1])))"
    case "cookie", "set-cookie": return mask(value)
    case "location": return target(value)
    default: return value
    }
  }

  /// An address whose query may hold a code.
  static func target(_ address: String) -> String {
    guard let mark = address.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return address }
    let query = address[address.index(after: mark)...]
    return address[...mark] + form(String(query))
  }

  static func form(_ text: String) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, names.contains(PercentCoding.decoded(parts[0]).lowercased()) else {
        return String(item)
      }
      return "\(parts[0])=\(mask(PercentCoding.decoded(parts[1], plusIsBlank: true)))"
    }.joined(separator: "&")
  }

  /// Members with the names of secrets; only at the top, since resources of Graph may use such names
  /// further down.
  static func json(_ value: JSON) -> JSON {
    guard case .object(let object) = value else { return value }
    return .object(
      JSONObject(
        object.members.map { key, value in
          guard let text = value.string else { return (key, value) }
          if key == "uploadUrl" { return (key, .string(target(text))) }
          return (key, names.contains(key) ? .string(mask(text)) : value)
        }))
  }

  /// The hidden fields of our own pages.
  static func html(_ text: String) -> String {
    var result = text
    for name in names {
      let start = "name=\"\(name)\" value=\""
      var searched = result.startIndex
      while let open = result[searched...].firstRange(of: start),
        let close = result[open.upperBound...].firstIndex(of: "\"")
      {
        let masked = mask(String(result[open.upperBound..<close]))
        let head = result[..<open.upperBound] + masked
        let offset = head.utf8.count
        result = String(head + result[close...])
        searched = result.utf8.index(result.startIndex, offsetBy: offset)
      }
    }
    return result
  }
}
