import GraphAPI
import HTTP
import JSON

/// Copies the files that are attached to an event.
struct AttachmentCopy {
  var context: Context
  var session: Session

  /// The most that one request carries; what is larger goes up in parts.
  ///
  /// Source: Microsoft Graph, "Add attachment".
  private static let limit = 3 << 20

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
    guard (item["size"]?.int ?? 0) < Self.limit else { return "it is larger than 3 MB" }
    guard let own = item["id"]?.string else { return "it has no id" }
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
}
