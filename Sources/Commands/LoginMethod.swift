import Host

/// Which of the two ways of signing in is gone.
enum LoginMethod: String, Sendable {
  case browser
  case deviceCode = "device code"

  /// What fits this machine when nobody has said anything: the browser on a desktop, where the page can
  /// come back by itself; a code where the person sits elsewhere or nothing can be opened.
  init(for environment: Environment, browser: Browser?) {
    self = browser != nil && !Browser.isRemote(environment) ? .browser : .deviceCode
  }

  /// How to go the other way.
  var alternative: String {
    switch self {
    case .browser: "graphcal login --device-code signs in with a code on any device"
    case .deviceCode: "graphcal login --browser signs in with a browser on this machine"
    }
  }
}
