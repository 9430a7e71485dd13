package import FoundationEssentials
package import JSON

/// What a person needs to know to sign in with a device code.
package struct DeviceCodePrompt: Sendable, Equatable {
  package let userCode: String
  package let verificationURI: String
  /// Whole minutes until the code ends, rounded up.
  package let minutes: Int
  /// By the wall clock of this machine.
  package let expiresAt: Date
  /// Whether the address may be opened or made clickable.
  package let isAtMicrosoft: Bool

  init(_ code: DeviceCode, now: Date) {
    userCode = code.userCode
    verificationURI = code.verificationURI
    minutes = (code.expiresIn + 59) / 60
    expiresAt = now + Double(code.expiresIn)
    isAtMicrosoft = code.isAtMicrosoft
  }

  /// Sentences for a person, one a line: what to do, how long it lasts, and the warning.
  package var lines: [String] {
    [
      "To sign in, open \(verificationURI) in a browser and enter the code:",
      "",
      "    \(userCode)",
      "",
      "The code is good for \(minutes) minute\(minutes == 1 ? "" : "s").",
      "Only enter it if you started this sign-in yourself, on this machine.",
    ]
  }

  /// For programs: `user_code`, `verification_uri`, `expires_at` (RFC 3339, UTC).
  package var json: JSON {
    [
      "user_code": .string(userCode), "verification_uri": .string(verificationURI),
      "expires_at": .string(expiresAt.formatted(.iso8601)),
    ]
  }
}
