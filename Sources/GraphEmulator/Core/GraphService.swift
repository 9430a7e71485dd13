import CalendarTime
import Host
import SQLite

/// Microsoft Graph: one call at a time, each answered from the mailboxes.
package actor GraphService {
  private let router: GraphRouter
  private let directory: EmulatorDirectory
  private let faults: FaultBook
  private let store: MailboxStore

  /// Sets up the mailboxes and the table of routes.
  ///
  /// - Throws: `EmulatorError` when a seed or data file is of no use.
  package init(
    configuration: EmulatorConfiguration, directory: EmulatorDirectory, seed: Seed? = nil
  ) throws(EmulatorError) {
    let zones = ZoneDatabase.system(environment: Environment.current.variables)
    let store: MailboxStore
    let isNew: Bool
    if let path = configuration.dataFile { try Self.requireFile(path) }
    do throws(SQLiteError) {
      let location = configuration.dataFile.map { Database.Location.file(path: $0, .create) }
      store = try MailboxStore(
        location ?? .memory, directory: directory, zones: zones, quirks: configuration.quirks)
      isNew = try store.isEmpty()
    } catch {
      throw EmulatorError(
        what: "cannot open the data file \(configuration.dataFile ?? "")", why: error.message,
        hint: "name a file that can be written with --data, or leave the option out")
    }
    // A data file that holds something goes on as it is.
    if let seed, isNew { try SeedLoader.fill(store, with: seed, now: configuration.now) }
    let faults = FaultBook(configuration.faults)
    var router = GraphRouter { (call) throws(GraphError) in
      try Self.refuse(call, by: faults)
      return try Self.withOwner(call, in: directory)
    }
    // Each part of Graph adds its rows here.
    router.addPeople(store, zones: zones)
    router.addCalendars(store)
    self.store = store
    self.router = router
    self.directory = directory
    self.faults = faults
  }

  /// The fault that hits a request, for which it then counts as used.
  func takeFault(method: String, path: String) -> EmulatorFault? {
    faults.take(method: method, path: GraphPath.segments(of: path))
  }

  /// The answer to `call`; a refusal is an answer too.
  package func respond(to call: GraphCall) -> Result<GraphAnswer, GraphError> {
    do throws(GraphError) {
      return .success(try router.dispatch(try Self.withOwner(call, in: directory)))
    } catch {
      return .failure(error)
    }
  }

  /// The answer to a request at the address of an upload session.
  package func upload(_ request: UploadRequest) -> Result<GraphAnswer, GraphError> {
    do throws(GraphError) {
      return .success(try UploadDesk(store: store).answer(request))
    } catch {
      return .failure(error)
    }
  }

  /// Refuses what is no file: a pipe would be waited for until somebody writes into it.
  private static func requireFile(_ path: String) throws(EmulatorError) {
    guard let status = try? Files.status(of: path), status.kind != .regular else { return }
    throw EmulatorError(
      what: "cannot open the data file \(path)", why: "it is not a regular file",
      hint: "name a file that can be written with --data, or leave the option out")
  }

  /// Refuses a call inside `$batch` that a fault with a status hits; what happens to connections
  /// cannot happen there.
  private static func refuse(_ call: GraphCall, by faults: FaultBook) throws(GraphError) {
    let fault = faults.take(method: call.method, path: call.segments) { kind in
      if case .status = kind { true } else { false }
    }
    guard let error = fault?.graphError(root: call.root) else { return }
    throw error
  }

  /// `call` with `/users/{id}` turned into `me` and its owner.
  static func withOwner(
    _ call: GraphCall, in directory: EmulatorDirectory
  ) throws(GraphError) -> GraphCall {
    guard call.segments.count >= 2, call.segments[0].lowercased() == "users" else { return call }
    let name = call.segments[1]
    guard let owner = directory.owner(named: name) else {
      throw call.segments.count == 2
        ? GraphError(
          status: 404, code: "Request_ResourceNotFound",
          message: "Resource '\(name)' does not exist or one of its queried reference-property"
            + " objects are not present.")
        : GraphError(
          status: 404, code: "ErrorInvalidUser",
          message: "The requested user '\(name)' is invalid.")
    }
    var call = call
    call.owner = owner
    call.segments.replaceSubrange(0..<2, with: ["me"])
    return call
  }
}
