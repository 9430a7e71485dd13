import Arguments
import JSON
import MCP

/// A command as a tool: what of its declaration a model may use.
///
/// Nothing that reads or writes a file of this machine, starts a program or needs a terminal is offered.
struct ToolDeclaration: Sendable {
  /// What a call does to the mailbox.
  enum Effect: Sendable { case reads, adds, changes }

  let shape: CommandShape
  let effect: Effect

  /// The property that carries the word of a plan, for tools that write.
  static let confirmation = "confirmation"

  /// What needs a screen, a program or an editor of this machine.
  private static let screenOptions: Set = [
    "web", "photo", "grid", "list", "editor", "interactive", "width", "empty", "stale-after",
  ]

  private static let reading = [
    "today", "week", "month", "agenda", "next", "events", "show", "calendars", "invites",
    "conflicts", "free", "free-busy", "find-time", "rooms", "categories", "contacts",
    "show-contact", "contact-folders", "people", "birthdays", "duplicates", "zones",
  ]
  private static let adding = ["new-event", "add", "new-contact", "copy-event"]
  private static let changing = [
    "edit-event", "delete-event", "cancel-event", "respond", "forward-event", "move-event",
    "edit-contact", "delete-contact", "move-contact", "undo",
  ]

  /// All tools, or those for reading alone, made from the declarations of the commands.
  static func all(allowWrite: Bool) -> [ToolDeclaration] {
    var wanted = reading.map { ($0, Effect.reads) }
    if allowWrite {
      wanted += adding.map { ($0, .adds) } + changing.map { ($0, .changes) }
    }
    return wanted.map { name, effect in
      guard let entry = graphcalProgram.command(named: name) else {
        preconditionFailure("the tool \(name) is no command")
      }
      return ToolDeclaration(shape: entry.shape(), effect: effect)
    }
  }

  /// The options that are offered.
  var options: [OptionShape] {
    shape.options.filter {
      !$0.isHidden && !$0.replacesGlobal && $0.valueUse != .rest && $0.kind != .file
        && $0.kind != .directory
        && !Self.screenOptions.contains($0.name)
        && !$0.name.hasSuffix("-file") && $0.name != "attach"
    }
  }

  /// The property for the word that ends a list of others.
  static let answer = "answer"

  /// The property of a positional argument: `REF` is `ref`.
  static func property(of argument: ArgumentShape) -> String {
    String(argument.placeholder.lowercased().prefix { $0.isLetter || $0 == "-" })
  }

  /// The words of which one stands behind a list: those of `REF… accept|tentative|decline`; else empty.
  static func answers(of argument: ArgumentShape) -> [String] {
    guard let last = argument.placeholder.split(separator: " ").dropFirst().last else { return [] }
    return last.split(separator: "|").map(String.init)
  }

  /// How `tools/list` tells it.
  var tool: MCPTool {
    var description = shape.summary
    if effect != .reads {
      description +=
        " Where mail would go out, something is deleted or a series is touched, the first call "
        + "does nothing and answers with a plan and a confirmation; show the plan to the user, and "
        + "call again with the same arguments and the confirmation only after they agreed."
    }
    return MCPTool(
      name: shape.name, description: description, inputSchema: inputSchema,
      isReadOnly: effect == .reads, isDestructive: effect == .changes)
  }

  private var inputSchema: JSON {
    var properties = JSONObject()
    var required: [JSON] = []
    for argument in shape.arguments {
      let name = Self.property(of: argument)
      var schema = Self.schema(of: argument.kind, help: argument.help)
      switch argument.count {
      case .required: required.append(.string(name))
      case .optional: break
      case .repeating(var least):
        let answers = Self.answers(of: argument)
        if !answers.isEmpty {
          least -= 1
          properties[Self.answer] = Self.schema(of: .choices(answers), help: "The answer.")
          required.append(.string(Self.answer))
        }
        schema = [
          "type": "array", "items": ["type": "string"], "minItems": .number(least),
          "description": .string(argument.help),
        ]
        if least > 0 { required.append(.string(name)) }
      }
      properties[name] = schema
    }
    for option in options { properties[option.name] = Self.schema(of: option) }
    if effect != .reads {
      properties[Self.confirmation] = [
        "type": "string",
        "description": "The confirmation of the plan that an earlier call answered with.",
      ]
    }
    return [
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  private static func schema(of option: OptionShape) -> JSON {
    switch option.valueUse {
    case .none: return ["type": "boolean", "description": .string(option.help)]
    case .required where option.isRepeatable:
      return [
        "type": "array", "items": ["type": "string"], "description": .string(option.help),
      ]
    default: return schema(of: option.kind, help: option.help)
    }
  }

  private static func schema(of kind: ValueKind, help: String) -> JSON {
    var schema: JSONObject = ["type": "string", "description": .string(help)]
    switch kind {
    case .number(let range):
      schema["type"] = "integer"
      schema["minimum"] = .number(range.lowerBound)
      schema["maximum"] = .number(range.upperBound)
    case .choices(let words): schema["enum"] = .array(words.map { .string($0) })
    default: break
    }
    return .object(schema)
  }
}
