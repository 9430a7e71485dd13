package import SQLite

extension GraphError {
  /// An id that cannot be one of this service.
  package static let idMalformed = GraphError.badRequest(
    "ErrorInvalidIdMalformed", "Id is malformed.")

  /// The store failed; nothing the caller did.
  package init(_ error: SQLiteError) {
    self.init(
      status: 500, code: "ErrorInternalServerError",
      message: "The mailbox store failed: \(error.message)")
  }
}
