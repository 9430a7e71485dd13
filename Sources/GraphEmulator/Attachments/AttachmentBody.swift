import JSON

/// What an attachment is, by the name of its type.
enum AttachmentKind: String, CaseIterable {
  case file = "#microsoft.graph.fileAttachment"
  case item = "#microsoft.graph.itemAttachment"
  case reference = "#microsoft.graph.referenceAttachment"

  /// The kind that an `@odata.type` names, with or without the number sign.
  init?(type: String?) {
    guard let type = type?.lowercased() else { return nil }
    let name = type.hasPrefix("#") ? type : "#" + type
    guard let kind = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = kind
  }
}

/// An attachment as a client or a seed gives it, read and checked.
///
/// Source: Microsoft Graph "Add attachment" of an event, `fileAttachment`, `itemAttachment`.
struct AttachmentBody {
  let kind: AttachmentKind
  /// In the form it is kept in, without what every answer computes.
  private(set) var document: JSONObject
  private(set) var content: [UInt8] = []

  /// A file that was sent in pieces.
  init(file sent: JSONObject, content: [UInt8]) throws(GraphError) {
    kind = .file
    document = try Self.common(.file, sent)
    try setFile(sent, content)
  }

  /// Reads a body.
  ///
  /// `mailbox` makes a whole event of the one that an `itemAttachment` brings.
  init(_ sent: JSONObject, for mailbox: Mailbox) throws(GraphError) {
    guard let kind = AttachmentKind(type: sent["@odata.type"]?.string) else {
      throw .badRequest(
        "RequestBodyRead",
        "An abstract type 'microsoft.graph.attachment' was found in the request: the property "
          + "'@odata.type' has to name a type of attachment.")
    }
    self.kind = kind
    document = try Self.common(kind, sent)
    switch kind {
    case .file:
      let text = try sent.text("contentBytes") ?? ""
      guard let bytes = Base64.bytes(text) else {
        throw .badRequest(
          "RequestBodyRead",
          "Cannot convert the literal '\(text.prefix(40))' to the expected type 'Edm.Binary'.")
      }
      try setFile(sent, bytes)
    case .item:
      let item = sent.value("item")?.object ?? [:]
      let type = item["@odata.type"]?.string?.lowercased() ?? ""
      guard type.hasSuffix("microsoft.graph.event") else {
        throw .badRequest(
          "ErrorInvalidRequest", "Your request can't be completed. The attached item is no event.")
      }
      let properties = try EventProperties(item, zones: mailbox.store.zones)
      document["item"] = .object(
        try NewEvent(mailbox: mailbox).document(
          properties, calendar: try mailbox.defaultCalendar()))
    case .reference: break
    }
  }

  private static func common(
    _ kind: AttachmentKind, _ sent: JSONObject
  ) throws(GraphError) -> JSONObject {
    guard let name = try sent.text("name"), !name.isEmpty else {
      throw .badRequest(
        "ErrorInvalidRequest", "Your request can't be completed. An attachment needs a name.")
    }
    return [
      "@odata.type": .string(kind.rawValue), "name": .string(name),
      "contentType": .string(orNull: try sent.text("contentType")),
      "isInline": .bool(try sent.truth("isInline") ?? false),
    ]
  }

  private mutating func setFile(_ sent: JSONObject, _ bytes: [UInt8]) throws(GraphError) {
    let name = document["name"]?.string ?? ""
    let type = document["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    document["contentType"] = .string(type ?? MediaType.named(name))
    for key in ["contentId", "contentLocation"] {
      document[key] = .string(orNull: try sent.text(key))
    }
    content = bytes
  }
}

/// The media types of files by the ends of their names, as the service guesses them.
enum MediaType {
  private static let byEnding: [String: String] = [
    "txt": "text/plain", "log": "text/plain", "csv": "text/csv", "html": "text/html",
    "htm": "text/html", "xml": "text/xml", "md": "text/markdown", "ics": "text/calendar",
    "vcf": "text/vcard", "json": "application/json", "pdf": "application/pdf",
    "zip": "application/zip", "gz": "application/gzip", "rtf": "application/rtf",
    "doc": "application/msword", "xls": "application/vnd.ms-excel",
    "ppt": "application/vnd.ms-powerpoint",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml", "webp": "image/webp",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "eml": "message/rfc822",
  ]

  static func named(_ name: String) -> String {
    guard let point = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return byEnding[name[name.index(after: point)...].lowercased()] ?? "application/octet-stream"
  }
}
