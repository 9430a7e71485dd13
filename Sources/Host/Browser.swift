/// The program that shows web pages to the person at this machine.
package struct Browser: Sendable, Equatable {
  /// Its words, where `%s` stands for the address; without one the address comes last.
  package let words: [String]
  /// Whether it runs in the terminal, as `w3m` does.
  package var isInTerminal: Bool {
    let name = words.first?.split(separator: "/").last.map(String.init) ?? ""
    return ["w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan"]
      .contains(name)
  }

  /// The program that `words` name.
  package init(words: [String]) { self.words = words }

  /// What is used here: `BROWSER`, a command line split on blanks without any shell, else what desktops
  /// have; nil where there is none.
  package init?(_ environment: Environment, isInstalled: (String) -> Bool) {
    let own = (environment["BROWSER"] ?? "").split(separator: " ").map(String.init)
    if !own.isEmpty {
      self.init(words: own)
      return
    }
    guard Self.hasDesktop(environment) else { return nil }
    let candidates = [
      ["xdg-open"], ["wslview"], ["gio", "open"], ["x-www-browser"], ["sensible-browser"],
      ["firefox"], ["chromium"], ["google-chrome"],
    ]
    guard let found = candidates.first(where: { isInstalled($0[0]) }) else { return nil }
    self.init(words: found)
  }

  /// Whether windows can be shown here: a display, or Windows around this Linux.
  package static func hasDesktop(_ environment: Environment) -> Bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].contains { environment[$0] != nil }
  }

  /// Whether a person sits at another machine, or in front of a container, so that a browser there
  /// does not reach this machine's ports.
  package static func isRemote(_ environment: Environment) -> Bool {
    let isBySSH = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains { environment[$0] != nil }
    let isContainer = [
      "container", "CODESPACES", "GITPOD_WORKSPACE_ID", "KUBERNETES_SERVICE_HOST",
      "REMOTE_CONTAINERS",
    ].contains { environment[$0] != nil }
    return (isBySSH || isContainer) && !hasDesktop(environment)
  }

  /// The words of the program for one address.
  ///
  /// - Returns: nil for an address that is not of the web, which no program gets to see.
  package func command(for address: String) -> [String]? {
    guard address.hasPrefix("https://") || address.hasPrefix("http://"),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let isPlaced = words.dropFirst().contains { $0.contains("%s") }
    return isPlaced ? words.map { $0.replacing("%s", with: address) } : words + [address]
  }
}
