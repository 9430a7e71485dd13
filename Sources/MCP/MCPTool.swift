package import JSON

/// One tool as `tools/list` tells it.
package struct MCPTool: Sendable {
  /// The word by which it is called.
  package var name: String
  /// What it does, for the model that chooses.
  package var description: String
  /// The JSON Schema of its arguments; always that of an object.
  package var inputSchema: JSON
  /// Whether a call leaves everything as it is.
  package var isReadOnly: Bool
  /// Whether a call can take something away.
  package var isDestructive: Bool

  package init(
    name: String, description: String, inputSchema: JSON, isReadOnly: Bool, isDestructive: Bool
  ) {
    self.name = name
    self.description = description
    self.inputSchema = inputSchema
    self.isReadOnly = isReadOnly
    self.isDestructive = isDestructive
  }

  /// The form of `tools/list`.
  var json: JSON {
    [
      "name": .string(name), "description": .string(description), "inputSchema": inputSchema,
      "annotations": [
        "readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(isReadOnly), "openWorldHint": true,
      ],
    ]
  }
}

/// One `tools/call` that waits for its turn or runs.
package struct MCPCall: Hashable, Sendable {
  /// The id of the request, a text or a number, which its answer repeats.
  package var id: JSON
  /// The name of a tool that exists.
  package var tool: String
  /// The arguments as they were sent; empty where there are none.
  package var arguments: JSONObject
}
