/// The language and region that the process environment asks for.
///
/// The first set variable of `LC_ALL`, `LC_TIME` and `LANG` decides, as POSIX has it for times.
package struct ProcessLocale: Sendable, Equatable {
  /// ISO 639, lower case, such as `de`; nil for `C`, `POSIX` and nothing set.
  package var language: String?
  /// ISO 3166 in capitals or three digits of UN M.49, such as `AT`; nil when not named.
  package var region: String?

  package init(language: String?, region: String?) {
    self.language = language
    self.region = region
  }

  package init(environment: Environment) {
    let name = environment["LC_ALL"] ?? environment["LC_TIME"] ?? environment["LANG"] ?? "C"
    self.init(name: name)
  }

  /// Reads names such as `de_AT.UTF-8@euro`, `en-GB` and `zh_Hant_TW`.
  package init(name: String) {
    let plain = name.prefix { $0 != "." && $0 != "@" }
    guard plain != "C", plain != "POSIX" else {
      self.init(language: nil, region: nil)
      return
    }
    let parts = plain.split { $0 == "_" || $0 == "-" }
    let language = parts.first.map { $0.lowercased() } ?? ""
    guard (2...3).contains(language.count), language.allSatisfy({ $0.isASCII && $0.isLetter })
    else {
      self.init(language: nil, region: nil)
      return
    }
    let region = parts.dropFirst().first { part in
      part.count == 2 && part.allSatisfy { $0.isASCII && $0.isLetter }
        || part.count == 3 && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    self.init(language: language, region: region?.uppercased())
  }
}
