import HTTPServer

/// Graph and the identity platform on one port of 127.0.0.1.
package final class Emulator: Sendable {
  package let port: UInt16
  /// The root of Graph, with the version.
  package let graphURL: String
  /// The root of the identity platform, without a tenant.
  package let loginURL: String
  /// An application id that is known here; any other GUID but the empty one is known too.
  package let clientID = "6e0f5b0a-2f5d-4c35-9d0a-47b1d0c6a2f3"
  /// The users, the first of whom owns the demo mailbox.
  package let directory: EmulatorDirectory
  private let server: HTTPServer

  /// Listens and answers from now on, until `stop`.
  ///
  /// - Throws: `EmulatorError` in words for the user.
  package init(_ configuration: EmulatorConfiguration) throws(EmulatorError) {
    let seed = try Seed(configuration.seed, now: configuration.now)
    let directory = seed.directory
    self.directory = directory
    let graph = try GraphService(
      configuration: configuration, directory: directory, seed: seed)
    if case .automatic(let names) = configuration.approval,
      let stranger = names.first(where: { directory.user(named: $0) == nil })
    {
      throw EmulatorError(
        what: "cannot approve sign-ins of \(stranger)", why: "there is no such user",
        hint: "users are \(directory.users.map(\.userPrincipalName).joined(separator: ", "))")
    }
    var log: ExchangeLog?
    if let path = configuration.logFile { log = try ExchangeLog(path) }
    let desk = FrontDesk(
      configuration: configuration, graph: graph,
      identity: IdentityPlatform(configuration: configuration, directory: directory), log: log)
    do throws(ServerError) {
      server = try HTTPServer(port: configuration.port, identity: configuration.identity) {
        await desk.answer($0)
      }
    } catch {
      throw EmulatorError(error)
    }
    port = server.port
    let root = "\(configuration.identity == nil ? "http" : "https")://127.0.0.1:\(port)"
    graphURL = root + "/v1.0"
    loginURL = root
  }

  /// Ends the service; all connections are closed.
  package func stop() async { await server.stop() }
}

extension EmulatorError {
  init(_ error: ServerError) {
    switch error {
    case .cannotListen(let port, let reason):
      self.init(
        what: "cannot listen on 127.0.0.1:\(port)", why: reason,
        hint: "--port 0 takes a free port, and the ready line names it")
    case .certificateRefused:
      self.init(
        what: "cannot speak TLS",
        why: "the certificate or the key is not PEM, or they do not belong together",
        hint: "make a pair with `openssl req -x509 -newkey rsa:2048 -nodes`")
    }
  }
}
