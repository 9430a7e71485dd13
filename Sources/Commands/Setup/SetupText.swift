import JSON
import SignIn
import Terminal

/// How to register, in words and as values.
enum SetupText {
  /// The steps in the portal, then the line that does the same.
  static func text(_ guide: RegistrationGuide) -> String {
    var lines = ["In the portal:", ""]
    for (index, step) in guide.steps.enumerated() {
      let rows = step.split(separator: "\n")
      for (row, text) in rows.enumerated() {
        let margin = row == 0 ? "\(index + 1). " : "   "
        lines += CellText.wrap(String(text), to: 76).enumerated().map {
          ($0.offset == 0 ? margin : "   ") + $0.element
        }
      }
    }
    lines += ["", "Or with the Azure command line, which prints the client id:", ""]
    if let cloud = guide.azureCloudCommand { lines.append(cloud) }
    lines += guide.azureCommandLines
    if guide.audience == .organization {
      lines += ["", "The tenant id is then: az account show --query tenantId -o tsv"]
    }
    if !guide.unlisted.isEmpty {
      lines += [
        "",
        "Not in that line, since only the portal knows them: "
          + guide.unlisted.joined(separator: ", "),
      ]
    }
    lines += [
      "", "Where only administrators may consent, graphcal admin-consent writes to them.",
    ]
    return TextSanitizer.block(lines.joined(separator: "\n")) + "\n"
  }

  static func json(_ guide: RegistrationGuide) -> JSON {
    [
      "audience": .string(guide.audience.rawValue),
      "azureCloudCommand": .string(orNull: guide.azureCloudCommand),
      "azureCommand": .string(guide.azureCommand), "cloud": .string(guide.cloud.rawValue),
      "permissions": .array(
        guide.scopes.map { name in
          let known = GraphPermission.named(name)
          return [
            "id": .string(orNull: known?.id), "meaning": .string(orNull: known?.meaning),
            "name": .string(name),
          ]
        }),
      "portal": .string(guide.portal),
      "steps": .array(guide.steps.map { .string($0.replacing("\n", with: " ")) }),
    ]
  }
}

/// What came of a setup.
struct SetupResult {
  let draft: AuthSettingsDraft
  /// Nil when the test was left out.
  let test: RegistrationTest?
  let path: String
  let copy: String?
  let isNew: Bool

  /// The next command to type.
  var next: String {
    switch test {
    case .works, .undecided, .wrong, nil: "graphcal login"
    case .incomplete: "graphcal login --browser"
    case .blocked(let error):
      error.hint.flatMap { $0.hasPrefix("graphcal ") ? $0 : nil } ?? "graphcal login --browser"
    }
  }

  var text: String {
    let verdict =
      switch test {
      case .works: "The identity platform knows the registration."
      case .blocked, .incomplete: "The identity platform knows the registration, with a limit."
      case .undecided, .wrong: "It is not known yet whether the registration is right."
      case nil: "Nothing was tested."
      }
    return TextSanitizer.block(
      (isNew ? "Wrote \(path)." : "\(path) says so already.") + "\n" + verdict + "\nNext: \(next)\n"
    )
  }

  var json: JSON {
    [
      "clientId": .string(draft.clientID), "cloud": .string(draft.cloud.rawValue),
      "copy": .string(orNull: copy), "next": .string(next), "path": .string(path),
      "scopes": .array(draft.scopes.map { .string($0) }), "tenant": .string(draft.tenant),
      "test": .string(word), "written": .bool(isNew),
    ]
  }

  private var word: String {
    switch test {
    case .works: "works"
    case .blocked: "blocked"
    case .incomplete: "incomplete"
    case .wrong: "wrong"
    case .undecided: "undecided"
    case nil: "left out"
    }
  }

  /// What a person should know although all is done.
  var note: String? {
    guard case .blocked(let error)? = test else { return nil }
    return error.what + (error.why.map { " (\($0))" } ?? "")
  }

  /// Why this is not the end of it although the file is written.
  var failure: Failure? {
    switch test {
    case .incomplete(let error): return Failure(error)
    case .undecided(let error):
      var failure = Failure(error)
      failure.why = [error.what, error.why].compactMap(\.self).joined(separator: ": ")
      failure.what = "the settings are written, but could not be tested"
      return failure
    case .works, .blocked, .wrong, nil: return nil
    }
  }
}
