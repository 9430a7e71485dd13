/// Something attached to an event, without its bytes.
///
/// Source: Microsoft Graph, resource "attachment".
package struct AttachmentInfo: Hashable, Sendable {
  /// What it is: bytes, an item of a mailbox, or a link to a file elsewhere.
  package enum Kind: Hashable, Sendable { case file, item, reference }

  package var id: String
  package var kind: Kind
  /// As the sender called it.
  package var name: String
  /// The media type, where one was given.
  package var contentType: String?
  /// In bytes, with what the service keeps beside them.
  package var size: Int?
  /// Whether it is shown inside the text, as pictures of signatures are.
  package var isInline: Bool
  /// Where a reference leads, if the service says it.
  package var link: String?

  package init(
    id: String, kind: Kind, name: String, contentType: String? = nil, size: Int? = nil,
    isInline: Bool = false, link: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.contentType = contentType
    self.size = size
    self.isInline = isInline
    self.link = link
  }
}
