import GraphEmulator

let emulator = try Emulator(EmulatorConfiguration())
print(emulator.graphURL)
try await Task.sleep(for: .seconds(20))
await emulator.stop()
