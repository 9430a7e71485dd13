import FoundationEssentials
import Host
import JSON
import SignIn
import Terminal

/// The part of `graphcal login` that a person sees while the browser is out.
struct BrowserLogin: Sendable {
  var context: Context
  /// The program that shows the page; nil where the person opens it.
  var browser: Browser?
  var responseMode: ResponseMode
  /// Whether the person may paste the address that the browser ended at.
  var takesPaste: Bool

  /// What the sign-in layer is given.
  var request: BrowserSignIn {
    var pastedLine: (@Sendable () -> String?)?
    if takesPaste { pastedLine = context.console.typedLine }
    return BrowserSignIn(
      responseMode: responseMode, open: { show($0) }, pastedLine: pastedLine)
  }

  private func show(_ prompt: BrowserPrompt) {
    let failure = opened(prompt.address)
    if context.options.isForScripts {
      context.console.report(prompt.json.text(.compact) + "\n")
    } else {
      for line in lines(prompt, failure: failure) { context.console.note(line) }
    }
  }

  /// Opens the page; gives the reason when that did not work.
  private func opened(_ address: String) -> String? {
    guard let browser else { return nil }
    guard let words = browser.command(for: address) else { return "the address is none of the web" }
    do {
      _ = try context.programs.start(words, browser.isInTerminal ? .terminal : .none)
      return nil
    } catch {
      return error.explanation
    }
  }

  private func lines(_ prompt: BrowserPrompt, failure: String?) -> [String] {
    var lines: [String] = []
    if let browser, let name = browser.words.first {
      if let failure {
        lines.append("The browser could not be opened (\(name): \(failure)). Open this address:")
      } else {
        lines.append(
          "Opening the sign-in page with \(name). If no page appears, open this address:")
      }
    } else {
      lines.append("To sign in, open this address in a browser:")
    }
    lines += ["", "    " + prompt.address, ""]
    if takesPaste {
      lines += [
        "A browser on this machine comes back by itself. One on another machine ends at an address",
        "that starts with \(prompt.redirectURI) and may show an error: copy that",
        "whole address, paste it here and press Enter.",
      ]
    } else {
      lines.append("Waiting for the browser, at most 5 minutes; Ctrl-C stops.")
    }
    return lines
  }
}
