import FoundationEssentials
import GraphAPI
import HTTP
import Host
import JSON
import SignIn

/// What came back when the services were asked for something that needs no token.
struct NetworkFindings: Sendable {
  typealias Answer = Result<HTTPResponse, TransportError>

  /// The identity platform; nil where it was not asked.
  var login: Answer?
  /// Microsoft Graph; nil where it was not asked.
  var graph: Answer?
  /// What kept both from being asked.
  var obstacle: HealthCheck.Subject?

  /// The first thing that went wrong on the way, TLS or not.
  func error(ofTLS wanted: Bool) -> TransportError? {
    for answer in [login, graph] {
      if case .failure(let error)? = answer, (error.reason == .tls) == wanted { return error }
    }
    return nil
  }

  /// Whether the identity platform can be asked for tokens.
  var reachesLogin: Bool { (try? login?.get()) != nil }
}

extension Doctor {
  /// Asks both services, each once and at the same time.
  func look(programWorks: Bool) async -> NetworkFindings {
    guard programWorks else { return NetworkFindings(obstacle: .program) }
    guard let roots else { return NetworkFindings(obstacle: .settings) }
    let context = context
    context.wire.prepare()
    func ask(_ url: String) async -> NetworkFindings.Answer {
      do {
        return .success(
          try await context.wire.send(
            HTTPRequest(
              url: url, headers: ["Accept": "application/json"], repeatability: .repeatable)))
      } catch {
        return .failure(error)
      }
    }
    async let graph = ask(roots.graph + "/me")
    var findings = NetworkFindings()
    if let login = roots.login {
      findings.login = await ask(
        "\(login.root)/\(login.tenant)/v2.0/.well-known/openid-configuration")
    }
    findings.graph = await graph
    return findings
  }

  /// Network, TLS, clock, tenant and Graph, as far as each can be told from the answers.
  func networkChecks(_ findings: NetworkFindings) -> [HealthCheck] {
    let all: [HealthCheck.Subject] = [.network, .tls, .clock, .tenant, .graph]
    if let obstacle = findings.obstacle {
      return all.map { .notChecked($0, after: obstacle) }
    }
    return [
      networkCheck(findings), tlsCheck(findings), clockCheck(findings), tenantCheck(findings),
      graphCheck(findings),
    ]
  }

  private var urls: [HTTPURL] {
    [roots?.login?.root, roots?.graph].compactMap(\.self).compactMap(HTTPURL.init)
  }

  private func networkCheck(_ findings: NetworkFindings) -> HealthCheck {
    if let error = findings.error(ofTLS: false) {
      return .failed(
        .network,
        Failure(
          .tryAgain, error.sentence, why: error.detail.isEmpty ? nil : error.detail,
          hint: error.hint ?? "check the network and try again"))
    }
    return .ok(.network, unique(urls.map(\.authority)) + " can be reached")
  }

  private func tlsCheck(_ findings: NetworkFindings) -> HealthCheck {
    let environment = context.environment
    let file = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].first { environment[$0] != nil }
    if let error = findings.error(ofTLS: true) {
      let isReadable = file.flatMap { environment[$0] }.map(Self.holdsCertificates) ?? true
      return .failed(
        .tls,
        Failure(
          .tryAgain, error.sentence, why: error.detail.isEmpty ? nil : error.detail,
          hint: isReadable
            ? error.hint : "set \(file ?? "") to a file of certificates in PEM form, or unset it"))
    }
    if findings.error(ofTLS: false) != nil { return .notChecked(.tls, after: .network) }
    guard urls.contains(where: { $0.scheme == .https }) else {
      return .ok(.tls, "not used: the services are on this machine")
    }
    let source = file.map { "\(environment[$0] ?? "") (\($0))" } ?? "the system's store"
    return .ok(.tls, "the certificates are trusted by \(source)")
  }

  private func clockCheck(_ findings: NetworkFindings) -> HealthCheck {
    let now = context.machineClock.now()
    let answers = [findings.login, findings.graph].compactMap { try? $0?.get() }
    let date = answers.lazy.compactMap { $0.headers["Date"] }
      .compactMap { HTTPDate.parse($0, now: now) }.first
    guard let date else {
      return answers.isEmpty
        ? .notChecked(.clock, after: findings.error(ofTLS: false) == nil ? .tls : .network)
        : .notChecked(.clock, "no server told the time")
    }
    let ahead = Int(now.timeIntervalSince(date).rounded())
    if abs(ahead) > 300 {
      return .failed(
        .clock,
        Failure(.general, ClockCheck.text(ahead), hint: "timedatectl set-ntp true"))
    }
    if let fixed = context.environment["GRAPHCAL_NOW"] {
      return .warning(
        .clock, "GRAPHCAL_NOW fixes what calendars take for now at \(fixed)",
        repair: "unset GRAPHCAL_NOW")
    }
    return .ok(
      .clock,
      abs(ahead) < 5
        ? "agrees with the server's"
        : "\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") the server's")
  }

  private func tenantCheck(_ findings: NetworkFindings) -> HealthCheck {
    guard let answer = findings.login, let authority = roots?.login else {
      return .notChecked(
        .tenant, "not needed for the token from \(context.tokenGiver ?? "outside")")
    }
    guard case .success(let response) = answer else { return unreached(.tenant, answer) }
    let json = try? JSON(parsing: response.body)
    if response.status == 200, json?["token_endpoint"]?.string != nil {
      return .ok(
        .tenant,
        authority.kind == .word
          ? "that of the account (\(authority.tenant)); \(authority.environment) answers"
          : "\(authority.tenant) is known to \(authority.environment)")
    }
    if let json, let error = EntraError(json, status: response.status, phase: .deviceCode) {
      return .failed(.tenant, Failure(SignInError(error)))
    }
    return .failed(.tenant, somethingElse(response, in: authority.environment, for: "it"))
  }

  private func graphCheck(_ findings: NetworkFindings) -> HealthCheck {
    guard let answer = findings.graph, let root = roots?.graph else {
      return .notChecked(.graph, after: .settings)
    }
    guard case .success(let response) = answer else { return unreached(.graph, answer) }
    let error = ServerError(response)
    guard error.code != nil || response.status == 200 && !response.isHTML else {
      return .failed(
        .graph,
        somethingElse(response, in: HTTPURL(root)?.authority ?? root, for: "Microsoft Graph"))
    }
    if response.status == 429 || response.status >= 500 {
      return .failed(
        .graph,
        Failure(
          .tryAgain, "Microsoft Graph is not available", why: "HTTP \(response.status)",
          hint: "try again in a few minutes"))
    }
    return .ok(.graph, "Microsoft Graph answers at \(root)")
  }

  /// Why a service could not be looked at.
  private func unreached(
    _ subject: HealthCheck.Subject, _ answer: NetworkFindings.Answer
  ) -> HealthCheck {
    guard case .failure(let error) = answer, error.reason == .tls else {
      return .notChecked(subject, after: .network)
    }
    return .notChecked(subject, after: .tls)
  }

  private func somethingElse(
    _ response: HTTPResponse, in host: String, for name: String
  ) -> Failure {
    let type = response.headers["Content-Type"].map { ", \($0)" } ?? ""
    return Failure(
      .tryAgain, "something else answers for \(name == "it" ? host : name)",
      why: "HTTP \(response.status)\(type)",
      hint: "check the network: a sign-in page of a hotspot or a proxy answers like this")
  }

  func proxyCheck() -> HealthCheck {
    let environment = context.environment.variables
    let rules = ProxyRules(environment: environment)
    guard let variable = rules.variable else {
      let plain = ["http_proxy", "HTTP_PROXY"].first { environment[$0]?.isEmpty == false }
      guard let plain else { return .ok(.proxy, "none") }
      return .warning(
        .proxy, "none: \(plain) is for plain http, which is not used",
        repair: "if there is a proxy for https too, set HTTPS_PROXY")
    }
    let routes = urls.map { url in (host: url.authority, proxy: rules.proxy(for: url)?.authority) }
    let through = routes.filter { $0.proxy != nil }
    let direct = unique(routes.filter { $0.proxy == nil }.map(\.host))
    guard let proxy = through.first?.proxy else {
      return .ok(
        .proxy,
        direct.isEmpty ? "\(variable) names one" : "\(variable) names one, not used for \(direct)")
    }
    var words = "\(proxy) (\(variable)) for \(unique(through.map(\.host)))"
    if !direct.isEmpty {
      words += "; directly (\(rules.exceptionsVariable ?? "this machine")): \(direct)"
    }
    return .ok(.proxy, words)
  }

  private func unique(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: " and ")
  }

  /// Whether a file can be read and looks like certificates in PEM form.
  private static func holdsCertificates(_ path: String) -> Bool {
    guard let bytes = try? Files.read(path, limit: 16 << 20) else { return false }
    return String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ")
  }
}
