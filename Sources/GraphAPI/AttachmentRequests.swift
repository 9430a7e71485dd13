import FoundationEssentials
package import HTTP
package import JSON

/// Files on their way to an event.
///
/// Sources: Microsoft Graph, "Add attachment", "attachment: createUploadSession", "Attach large files
/// to Outlook messages or events".
package enum AttachmentRequests {
  /// Files of this size and more go up in ranges, smaller ones in one request.
  package static let smallestSession = 3 << 20
  /// The largest file an event takes.
  package static let largestFile = 150 << 20
  /// The bytes of one range: the most multiples of 320 KiB that 4 MB hold.
  package static let range = 12 * 320 * 1024

  /// The path of an event below the version root.
  package static func path(ofEvent id: String) -> String {
    "/me/events/" + PercentEncoding.segment(id)
  }

  /// The names of what is attached already.
  package static func names(at event: String) -> GraphRequest {
    GraphRequest(
      path: event + "/attachments",
      query: ["$select": "id,name,size", "$top": String(CalendarRequests.pageSize)],
      headers: ["Prefer": Preferences().field])
  }

  /// One small file whole.
  package static func file(_ name: String, _ bytes: [UInt8], to event: String) -> GraphRequest {
    GraphRequest(
      method: "POST", path: event + "/attachments", headers: ["Prefer": Preferences().field],
      body: [
        "@odata.type": "#microsoft.graph.fileAttachment", "name": .string(name),
        "contentBytes": .string(Data(bytes).base64EncodedString()),
      ])
  }

  /// Opens a session for one large file; a session that nobody uses runs out by itself.
  package static func session(_ name: String, size: Int, to event: String) -> GraphRequest {
    GraphRequest(
      method: "POST", path: event + "/attachments/createUploadSession",
      headers: ["Prefer": Preferences().field],
      body: [
        "AttachmentItem": [
          "attachmentType": "file", "name": .string(name), "size": .number(size),
        ]
      ], repeatability: .repeatable)
  }

  /// The header fields of one range of a file.
  package static func fields(_ range: Range<Int>, of size: Int) -> HTTPFields {
    [
      "Content-Type": "application/octet-stream",
      "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)",
    ]
  }

  /// The invitations of an event that is there already.
  package static func invitations(_ attendees: [JSON], to event: String) -> GraphRequest {
    GraphRequest(
      method: "PATCH", path: event, headers: ["Prefer": Preferences.utc.field],
      body: ["attendees": .array(attendees)])
  }
}
