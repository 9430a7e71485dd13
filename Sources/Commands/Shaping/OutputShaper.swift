import CalendarTime
import Host
import JSON
import JQ
import Rendering
import SignIn
import Terminal

/// What stands between the JSON that a command prints and standard output: `--jq` or `--template`.
///
/// It works on values as they come, so that what is printed item by item is shaped item by item.
final class OutputShaper: Sendable {
  private enum Form {
    case filter(JQFilter)
    case template(OutputTemplate)
  }

  private struct State {
    var form: Form
    var pieces = JSONPieces()
    /// The zone of the command, once it is known.
    var zone: Zone?
    /// Whether the fields of the template are those of the command's items.
    var isChecked = false
    /// Whether a filter has asked for no more.
    var isHalted = false
  }

  private let state: Locked<State>
  /// Whether a terminal would obey what is printed.
  private let isOnTerminal: Bool
  private let note: @Sendable (String) -> Void

  /// The shaper that the options ask for, if any.
  ///
  /// - Throws: `Failure` of kind usage for a filter or template that is not understood, of kind general
  ///   without libjq.
  static func wanted(
    by options: GlobalOptions, environment: Environment, isOnTerminal: Bool,
    note: @escaping @Sendable (String) -> Void
  ) throws(Failure) -> OutputShaper? {
    if let text = options.template {
      do throws(TemplateError) {
        let template = try OutputTemplate(text)
        return OutputShaper(.template(template), isOnTerminal: isOnTerminal, note: note)
      } catch {
        throw Failure(
          .usage, "the template is not understood", why: error.message,
          hint: "graphcal help templates")
      }
    }
    guard let text = options.jq else { return nil }
    // A token is nobody's business but the service's.
    let variables = environment.variables.filter { $0.key != AccessTokenVariable.name }
    let object = JSONObject(
      variables.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    do throws(JQError) {
      let filter = try JQFilter(text, environment: JSON.object(object).bytes(.wire))
      return OutputShaper(.filter(filter), isOnTerminal: isOnTerminal, note: note)
    } catch {
      throw Failure(error)
    }
  }

  private init(
    _ form: sending Form, isOnTerminal: Bool, note: @escaping @Sendable (String) -> Void
  ) {
    state = Locked(State(form: form))
    self.isOnTerminal = isOnTerminal
    self.note = note
  }

  /// Whether it is a template, which shows items alone and not requests.
  var isTemplate: Bool {
    state.withLock { state in
      if case .template = state.form { true } else { false }
    }
  }

  /// Makes the zone known in which a template shows times.
  func show(in zone: Zone) { state.withLock { $0.zone = zone } }

  /// Checks the fields of a template against those that the command's items have.
  ///
  /// `known` are names as `--fields` takes them.
  ///
  /// - Throws: `Failure` of kind usage for the first field that no item has, with those there are.
  func check(_ known: [String]) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      guard case .template(let template) = state.form, !state.isChecked else { return }
      for field in template.fields where !field.isKnown(among: known) {
        let names = TemplateField.names(of: known)
        throw Failure(
          .usage, "there is no field \"\(field.path)\"",
          hint: "the fields are \(names.joined(separator: ", "))")
      }
      state.isChecked = true
    }
  }

  /// Takes what a command prints and hands on what is to be printed instead, line by line.
  func take(
    _ bytes: some Sequence<UInt8>, write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    try state.withLock { (state) throws(Failure) in
      for piece in state.pieces.add(bytes) {
        switch piece {
        case .words(let line): note(line)
        case .value(let value):
          if state.isHalted { continue }
          try shape(value, &state, write)
        }
      }
    }
  }

  /// How many characters go out at once.
  private static let pieceSize = 1 << 16

  private func shape(
    _ value: [UInt8], _ state: inout State, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var text = ""
    let result: Result<Void, Failure>
    do throws(Failure) {
      switch state.form {
      case .filter(let filter):
        try run(filter, on: value) { (line) throws(Failure) in
          text += line + "\n"
          guard text.utf8.count >= Self.pieceSize else { return }
          try write(text)
          text = ""
        }
        state.isHalted = filter.isHalted
      case .template(let template):
        guard let item = try? JSON(parsing: value) else { return }
        for item in item.array ?? [item] {
          if !state.isChecked { try Self.check(template, item) }
          text += template.text(item, zone: state.zone) + "\n"
        }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // What there was before an error is what a pipe would have got as well.
    if !text.isEmpty { try write(text) }
    try result.get()
  }

  private func run(
    _ filter: JQFilter, on value: [UInt8], each: (String) throws(Failure) -> Void
  ) throws(Failure) {
    do throws(JQError) { try filter.begin(value) } catch { throw Failure(error) }
    while true {
      let result: JQResult?
      do throws(JQError) {
        defer { for line in filter.takeDebugged() { note("debug: " + line) } }
        result = try filter.next()
      } catch {
        throw Failure(error)
      }
      guard let result else { return }
      try each(line(result))
    }
  }

  /// A string as it is, cleaned for a terminal; other values as JSON that no terminal obeys.
  private func line(_ result: JQResult) -> String {
    switch result {
    case .text(let text): isOnTerminal ? TextSanitizer.block(text) : text
    case .json(let text): JSON.escapedForTerminals(text)
    }
  }

  /// Finds out only from an item whether there is such a field, where the command does not say.
  private static func check(_ template: OutputTemplate, _ item: JSON) throws(Failure) {
    guard let object = item.object else {
      throw Failure(
        .usage, "there are no fields in what is printed", hint: "use --json instead")
    }
    let known = object.keys + (object["graphcal"]?.object?.keys.map { "graphcal." + $0 } ?? [])
    for field in template.fields where !field.isKnown(among: known) {
      throw Failure(
        .usage, "there is no field \"\(field.path)\"",
        hint: "the fields are \(TemplateField.names(of: known).joined(separator: ", "))")
    }
  }
}

extension Failure {
  /// What a problem of `--jq` means.
  init(_ error: JQError) {
    switch error {
    case .noLibrary(let reason):
      self.init(
        .general, "--jq needs libjq, which this machine does not have", why: reason,
        hint: "install the Debian package libjq1, or pipe --json into a jq elsewhere")
    case .notUnderstood(let problems):
      self.init(
        .usage, "the filter of --jq is not understood", why: problems.joined(separator: "; "),
        hint: "quote it for the shell: --jq '.[].subject'")
    case .stopped(let message):
      self.init(
        .general, "the filter of --jq stopped", why: message,
        hint: "see what it gets with --json alone")
      code = Failure.outputCode
    case .valueTooLarge:
      self.init(
        .general, "the output is nested too deep or too large for --jq",
        hint: "choose less of it with --fields, or use --jsonl")
      code = Failure.outputCode
    }
  }
}
