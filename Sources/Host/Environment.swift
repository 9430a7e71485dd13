import FoundationEssentials

/// The environment variables of a process, as a value that tests can make up.
package struct Environment: Sendable, Equatable {
  package var variables: [String: String]

  package init(_ variables: [String: String] = [:]) { self.variables = variables }

  /// The variables of this process, read at the call.
  package static var current: Environment { Environment(ProcessInfo.processInfo.environment) }

  /// The value of a variable; an empty value counts as none, as XDG and POSIX locales have it.
  package subscript(name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { _, later in later })
  }
}
