import CalendarTime
import FoundationEssentials
import Host
import SignIn
import Store
import Terminal

extension Doctor {
  func programCheck() -> HealthCheck {
    let missing = context.libraryVersions().filter { $0.version == nil }.map(\.name)
    if missing.contains("libcurl") {
      return .failed(
        .program,
        Failure(.general, "libcurl cannot be opened", hint: "apt-get install libcurl4"))
    }
    // All else goes on without one of these.
    let packages = ["libcrypto": "libssl3", "libical": "libical3", "libjq": "libjq1"]
    let needs = [
      "libcrypto": "a sign-in by the browser and encrypted tokens",
      "libical": "export and import of events", "libjq": "--jq",
    ]
    guard missing.isEmpty else {
      return .warning(
        .program, "\(missing.joined(separator: ", ")) cannot be opened",
        why: missing.map { "\($0) is for \(needs[$0] ?? "some commands")" }.joined(separator: "; "),
        repair: "apt-get install \(missing.map { packages[$0] ?? $0 }.joined(separator: " "))")
    }
    // Of what libcurl says about itself the first words are enough for a person, and of the others the
    // two that are always in use.
    let told = context.parts.filter { ["libcurl", "SQLite", "utf8proc"].contains($0.name) }
    let parts = told.map { part in
      let words = part.version.split(separator: " ").prefix(2).joined(separator: " ")
      return words.hasPrefix(part.name) ? words : "\(part.name) \(words)"
    }
    let system = context.systemName.map { " on \(TextSanitizer.line($0))" } ?? ""
    return .ok(
      .program, "graphcal \(graphcalVersion)\(system), with " + parts.joined(separator: ", "))
  }

  func settingsCheck() -> HealthCheck {
    if let giver = context.tokenGiver {
      return .notChecked(.settings, "not needed for the token from \(giver)")
    }
    let settings: AuthSettings
    switch self.settings {
    case nil: return .notChecked(.settings, "not needed")
    case .failure(let error)?: return .failed(.settings, Failure(error))
    case .success(let found)?: settings = found
    }
    if let warning = settings.warnings.first {
      let others = settings.warnings.count - 1
      return .warning(
        .settings, warning + (others > 0 ? ", and \(others) more" : ""),
        repair: "correct it in \(settings.file ?? "the settings")")
    }
    func named(_ value: String, _ source: AuthSettings.Source) -> String {
      "\(value) (\(source.name))"
    }
    let client = named(settings.clientID.value, settings.clientID.source)
    let tenant = named(settings.tenant.value, settings.tenant.source)
    let cloud = named(settings.cloud.value.rawValue, settings.cloud.source)
    return .ok(.settings, "client \(client), tenant \(tenant), cloud \(cloud)")
  }

  func preferencesCheck() -> HealthCheck {
    if let giver = context.tokenGiver {
      return .notChecked(.preferences, "no file is read with the token from \(giver)")
    }
    if let failure = context.configurationFailure { return .failed(.preferences, failure) }
    let path = try? Paths(environment: context.environment).config("graphcal/config.json")
    let warnings = context.configuration.warnings
    if let warning = warnings.first {
      return .warning(
        .preferences, warning + (warnings.count > 1 ? ", and \(warnings.count - 1) more" : ""),
        repair: "correct it in \(path ?? "the preferences")")
    }
    guard let path, (try? Files.status(of: path)) != nil else {
      return .ok(.preferences, "none; what is usual holds")
    }
    return .ok(.preferences, path)
  }

  /// Whether tokens and remembered facts can be stored.
  func filesCheck() -> HealthCheck {
    if let giver = context.tokenGiver {
      return .notChecked(.files, "no file is used with the token from \(giver)")
    }
    let cache: String
    let state: String
    do {
      cache = try AuthSettings.cachePath(environment: context.environment)
    } catch {
      return .failed(.files, Failure(error))
    }
    do {
      state = try Paths(environment: context.environment).state("graphcal/state.sqlite")
      for path in [cache, state] {
        try PrivateFile(path: path, randomness: context.randomness).rehearse(size: 1)
      }
    } catch {
      return .failed(.files, Self.failure(error))
    }
    if let status = try? Files.status(of: cache), status.isOpenToOthers {
      return .warning(
        .files, "\(cache) can be read by other users", repair: "chmod 600 \(cache)")
    }
    let folders = Set([cache, state].map(Paths.folder)).sorted().joined(separator: " and ")
    return .ok(.files, "\(folders) can be written")
  }

  private static func failure(_ error: HostError) -> Failure {
    let folder = Paths.folder(of: error.path)
    let hint =
      switch error.reason {
      case .noHome: "set HOME to your home folder"
      case _ where error.isOutOfSpace: "free some space on the disk of \(folder)"
      case .ownedByOther: "set XDG_STATE_HOME to a folder of your own"
      default: "make \(folder) a folder you may write to, or set XDG_STATE_HOME to another"
      }
    return Failure(
      error.reason == .noHome ? .usage : .general, "nothing can be stored", why: error.description,
      hint: hint)
  }

  func timeZoneCheck() -> HealthCheck {
    let zones = context.zones
    let package = ZoneError.dataPackage
    guard zones.hasData else {
      return .failed(
        .timeZones,
        Failure(
          .general, "this machine has no time zone data",
          why: "looked in \(zones.directories.joined(separator: ", "))",
          hint: "apt-get install \(package)"))
    }
    let zone: Zone?
    do {
      zone = try zones.localZone(
        environment: context.environment.variables, settings: context.machineSettings)
    } catch {
      var failure = Failure(error)
      if case .unknown = error {
        let place =
          context.environment["TZ"] == nil ? "\(context.machineSettings)/timezone" : "TZ"
        failure.hint = "name a zone in \(place) that graphcal zones lists"
      }
      return .failed(.timeZones, failure)
    }
    let version = zones.dataVersion
    let data = version.map { "data \($0)" } ?? "data of unknown version"
    guard let zone else {
      return .warning(
        .timeZones, "\(data); the machine has no zone of its own, so UTC is taken",
        repair: "set \"timeZone\" in the preferences, or TZ")
    }
    if let version, let age = age(of: version), age >= 2 {
      return .warning(
        .timeZones, "\(data) is \(age) years old and may not know newer rules",
        repair: "apt-get install --only-upgrade \(package)")
    }
    return .ok(.timeZones, "\(data); the machine is in \(zone.name)")
  }

  /// Full years between the year of a release such as `2025b` and now; nil where it names no year.
  private func age(of version: String) -> Int? {
    guard let year = Int(version.prefix(4)), (1990...9999).contains(year) else { return nil }
    return Zone.utc.date(at: context.machineClock.now()).year - year
  }

  func stateCheck() async -> HealthCheck {
    if let giver = context.tokenGiver {
      return .notChecked(.state, "no file is used with the token from \(giver)")
    }
    let health = await context.state.examine { (try? Files.status(of: $0)) != nil }
    switch health {
    case .unused: return .notChecked(.state, after: .files)
    case .missing: return .ok(.state, "nothing remembered yet")
    case .sound(let path): return .ok(.state, path)
    case .newer(let path):
      return .warning(
        .state, "\(path) was made by a newer graphcal, so it is read at most",
        repair: "use the newer graphcal, or rm \(path)*")
    case .closed(let path, let reason):
      return .warning(.state, "\(path) cannot be used", why: reason, repair: "rm \(path)*")
    case .damaged(let path, let reason):
      return .failed(
        .state, Failure(.general, "\(path) is damaged", why: reason, hint: "rm \(path)*"))
    }
  }

  func terminalCheck() -> HealthCheck {
    let facts = context.console.terminal
    let environment = context.environment
    let output =
      facts.isForced
      ? "output as on a terminal of \(facts.width) columns"
      : facts.isOutputTerminal
        ? "output on a terminal of \(facts.width) columns" : "output not on a terminal"
    let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first ?? "none"
    let words = [
      output, facts.outputColored ? "in colour" : "without colour",
      "signs in \(facts.symbols.isUnicode ? "Unicode" : "ASCII")",
      "locale \(TextSanitizer.line(locale))",
      "TERM \(TextSanitizer.line(environment["TERM"] ?? "not set"))",
    ]
    return .ok(.terminal, words.joined(separator: ", "))
  }
}

extension Context {
  /// What the operating system calls itself; nil where it does not say.
  ///
  /// Source: os-release(5), `PRETTY_NAME`.
  var systemName: String? {
    guard
      let bytes = try? Files.readIfPresent(machineSettings + "/os-release", limit: 1 << 16)
    else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("PRETTY_NAME=") {
      let name = line.dropFirst("PRETTY_NAME=".count).filter { !"\"'".contains($0) }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }
}
