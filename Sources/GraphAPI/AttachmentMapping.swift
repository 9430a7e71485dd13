package import Calendaring
package import JSON

extension AttachmentInfo {
  /// Reads a Graph attachment of any type; nil without an id.
  package init?(graph json: JSON) {
    guard let id = json["id"]?.string, !id.isEmpty else { return nil }
    func text(_ name: String) -> String? {
      json[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    let type = json["@odata.type"]?.string?.lowercased() ?? ""
    let kind: Kind =
      type.hasSuffix("itemattachment")
      ? .item : type.hasSuffix("referenceattachment") ? .reference : .file
    self.init(
      id: id, kind: kind, name: json["name"]?.string ?? "", contentType: text("contentType"),
      size: json["size"]?.int, isInline: json["isInline"]?.bool ?? false, link: text("sourceUrl"))
  }
}
