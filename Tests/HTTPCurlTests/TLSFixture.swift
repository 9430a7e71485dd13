import TestSupport

/// A TLS server of the `openssl` tool with a certificate of a CA made for the occasion.
///
/// The server answers every request with 200 and a page about the connection.
final class TLSFixture: Sendable {
  /// The certificate that a client must trust.
  var authorityFile: String { certificates.authority }
  let port: Int
  private let certificates: Certificates
  private let server: ChildProcess

  static var isAvailable: Bool { ChildProcess.path(of: "openssl") != nil }

  /// Starts a server whose certificate is for these names only.
  ///
  /// - Parameters:
  ///   - names: in the form of OpenSSL, such as `DNS:localhost` or `IP:127.0.0.1`.
  ///   - options: more words for `openssl s_server`.
  /// - Throws: `ChildProcess.Problem` when the tool fails.
  init(names: String, options: [String] = []) throws {
    certificates = try Certificates(names: names)
    server = try ChildProcess(
      "openssl",
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", certificates.certificate,
        "-key", certificates.key, "-www",
      ] + options)
    guard let line = server.line(startingWith: "ACCEPT "),
      let port = line.split(separator: ":").last.flatMap({ Int($0) })
    else { throw ChildProcess.Problem(what: "openssl s_server does not listen") }
    self.port = port
  }
}

/// A CA and a server certificate of it, in a folder of their own.
struct Certificates {
  private let folder: TemporaryFolder
  var authority: String { folder.at("ca.pem") }
  var certificate: String { folder.at("server.pem") }
  var key: String { folder.at("server.key") }

  init(names: String) throws {
    folder = try TemporaryFolder()
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    try ChildProcess.run(
      "openssl",
      [
        "req", "-x509", "-subj", "/CN=graphcal test CA", "-keyout", folder.at("ca.key"),
        "-out", authority,
      ] + curve)
    try ChildProcess.run(
      "openssl",
      [
        "req", "-x509", "-CA", authority, "-CAkey", folder.at("ca.key"),
        "-subj", "/CN=graphcal test", "-addext", "subjectAltName=\(names)",
        "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", certificate,
      ] + curve)
  }
}
