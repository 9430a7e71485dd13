import Arguments
import Commands
import Testing

@Suite struct CommandTableTests {
  @Test func `every declaration can be read, and every example can be typed`() {
    #expect(graphcalProgram.flaws() == [])
  }
}
