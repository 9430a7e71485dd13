/// Something that is to go wrong with the next requests of one kind.
package struct EmulatorFault: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case status(Int)
    /// An HTML page where JSON is expected.
    case html(status: Int)
    /// The work is done, the answer is not sent.
    case drop
    /// Nothing is done, no answer is sent.
    case refuse
    /// Half of the answer is sent.
    case truncate
    case slow(milliseconds: Int)
    /// The organisation's policy forbids the sign-in.
    case policyBlock
  }

  package var kind: Kind
  /// The header of that name, as it is to be sent.
  package var retryAfter: String?
  /// In upper case.
  package var method: String
  /// Compared without letter case with the end of the request's path.
  package var path: String
  /// How many requests it hits.
  package var count: Int
}
