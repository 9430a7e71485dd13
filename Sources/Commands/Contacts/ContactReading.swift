/// Reads the contacts of the accounts that a command is about.
struct ContactReading {
  /// What was read, and what could not be.
  struct Result<Item> {
    var items: [Item] = []
    /// How many folders the account has that has the most.
    var folderCount = 0
    /// One failure for each account that could not be read.
    var trouble: [Failure] = []
  }

  var context: Context
  /// The folder to read, by name or id; nil for all of them.
  var folder: String?
  /// What is asked of the service for each contact.
  var properties: [String]

  /// The contacts of all these accounts, one account after the other.
  ///
  /// - Throws: the first failure when no account could be read.
  func contacts(of sessions: [Session]) async throws(Failure) -> Result<ContactEntry> {
    try await contacts(of: sessions) { $0 }
  }

  /// What is made of the contacts of all these accounts, each as it comes; those of which nothing is made
  /// are left out.
  ///
  /// - Throws: the first failure when no account could be read.
  func contacts<Item: Sendable>(
    of sessions: [Session], as made: @escaping @Sendable (ContactEntry) -> Item?
  ) async throws(Failure) -> Result<Item> {
    var result = Result<Item>()
    for session in sessions {
      do {
        let found = try await context.working("Reading contacts") {
          () async throws(Failure) in try await read(session, as: made)
        }
        result.folderCount = max(result.folderCount, found.folders)
        result.items += found.items
      } catch {
        if sessions.count == 1 { throw error }
        result.trouble.append(error.naming(session, among: sessions))
      }
    }
    if result.trouble.count == sessions.count, let first = result.trouble.first { throw first }
    return result
  }

  private func read<Item: Sendable>(
    _ session: Session, as made: @escaping @Sendable (ContactEntry) -> Item?
  ) async throws(Failure) -> (items: [Item], folders: Int) {
    let book = try await ContactBook.forReading(context: context, session: session)
    var folders = try await book.folders()
    let count = folders.count
    if let folder { folders = [try book.folder(named: folder, among: folders)] }
    return (try await book.contacts(in: folders, properties: properties, as: made), count)
  }
}
