import HTTP

extension ContactRequests {
  /// Kind and size of a contact's picture, without its bytes; 404 for one without.
  ///
  /// Source: Microsoft Graph, "Get profilePhoto".
  package static func photoInfo(of id: String) -> GraphRequest {
    GraphRequest(
      path: "/me/contacts/\(PercentEncoding.segment(id))/photo",
      headers: ["Prefer": Preferences().field])
  }
}
