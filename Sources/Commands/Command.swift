package import Arguments

/// A subcommand: options in, one `run` out; everything else it touches comes from the context.
package protocol Command: CommandDeclaration {
  func run(in context: Context) async throws(Failure)
}
