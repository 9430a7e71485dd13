/// Waits until something another thread does has come to pass; false when it has not in 20 s.
///
/// For what cannot be waited for otherwise: a test passes at once, and only a failing one takes long.
package func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(20)
  while ContinuousClock.now < end {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return await condition()
}
