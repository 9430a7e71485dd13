/// Whether `condition` holds within two minutes, looked at again and again.
///
/// Long, since a machine with much to do may leave a program waiting for a minute before it starts; a
/// test that goes well never waits for it.
package func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  var pause = Duration.milliseconds(1)
  while ContinuousClock.now < end {
    if await condition() { return true }
    try? await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(20))
  }
  return await condition()
}
