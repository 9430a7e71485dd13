import GraphAPI
import HTTP
import JSON

/// Copies the files that are attached to an event.
struct AttachmentCopy {
  var context: Context
  var session: Session

  /// Copies all attachments to another event; what cannot be copied is told, one line each.
  func copy(from event: JSONObject, to copy: JSONObject) async -> [String] {
    guard event["hasAttachments"]?.bool == true, let id = event["id"]?.string,
      let target = copy["id"]?.string
    else { return [] }
    var trouble: [String] = []
    do throws(GraphError) {
      let items = try await session.graph.list(EventRequests.attachments(of: id)).items
      for item in items {
        let name = item["name"]?.string ?? "an attachment"
        do throws(GraphError) {
          if let why = try await add(item, of: id, to: target) {
            trouble.append("\"\(name)\" was not attached: \(why)")
          }
        } catch {
          trouble.append("\"\(name)\" was not attached: \(Failure(error, doing: "copy").shortWhy)")
        }
      }
    } catch {
      trouble.append(
        "the attachments were not copied: \(Failure(error, doing: "copy").shortWhy)")
    }
    return trouble
  }

  /// Adds one attachment; says why where there is no way to.
  private func add(_ item: JSON, of id: String, to target: String) async throws(GraphError)
    -> String?
  {
    guard let own = item["id"]?.string else { return "it has no id" }
    if (item["size"]?.int ?? 0) >= AttachmentRequests.smallestSession {
      guard item["@odata.type"]?.string?.hasSuffix("fileAttachment") == true else {
        return "it is no file"
      }
      return try await addLarge(item, own, of: id, to: target)
    }
    let whole = try await session.graph.object(EventRequests.attachment(own, of: id))
    guard let content = whole["contentBytes"] else { return "it is no file" }
    var file: JSONObject = [
      "@odata.type": "#microsoft.graph.fileAttachment", "name": whole["name"] ?? "attachment",
      "contentBytes": content,
    ]
    if let type = whole["contentType"], !type.isNull { file["contentType"] = type }
    if whole["isInline"]?.bool == true {
      file["isInline"] = true
      file["contentId"] = whole["contentId"]
    }
    _ = try await session.graph.object(EventRequests.addition(of: file, to: target))
    return nil
  }

  /// Adds a file that goes up in ranges; its type then follows from its name.
  private func addLarge(
    _ item: JSON, _ own: String, of id: String, to target: String
  ) async throws(GraphError) -> String? {
    let bytes = try await session.graph.send(AttachmentRequests.content(own, eventID: id)).body
    // The size in a list counts what the service keeps beside the file.
    guard bytes.count <= AttachmentRequests.largestFile else { return "it is larger than 150 MB" }
    let upload = AttachmentUpload<Never>(
      item["name"]?.string ?? "attachment", size: bytes.count,
      to: AttachmentRequests.path(ofEvent: target), before: 0, client: session.graph,
      read: { (range) throws(Never) in Array(bytes[range]) }, tell: { _ in })
    do throws(AttachmentError<Never>) {
      try await upload.run()
    } catch {
      switch error {
      case .graph(let error): throw error
      case .stuck, .foreignAddress: return "the service took no more of it"
      }
    }
    return item["isInline"]?.bool == true ? "it is attached, but no longer inside the text" : nil
  }
}
