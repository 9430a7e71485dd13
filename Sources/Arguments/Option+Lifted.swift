extension Option {
  /// The same option for a larger table, which keeps this one's values at `place`.
  ///
  /// So several commands share one table of options.
  package func lifted<Outer>(into place: Destination<Outer, Root>) -> Option<Outer> {
    let apply = apply
    return Option<Outer>(shape) { (outer, given) throws(ValueError) in
      try apply(&outer[keyPath: place], given)
    }
  }
}

extension Array {
  /// A whole table of options for a larger one, which keeps their values at `place`.
  package func lifted<Root, Outer>(into place: Destination<Outer, Root>) -> [Option<Outer>]
  where Element == Option<Root> {
    map { $0.lifted(into: place) }
  }
}
