import CalendarTime
import Calendaring
import Rendering
import Terminal
import Testing

@Suite struct EventPaletteTests {
  @Test func `every colour of Graph is the nearest one a terminal has`() {
    let presets = (0...24).map { EventPalette.color(preset: "preset\($0)") }
    #expect(presets[0] == .red && presets[7] == .blue && presets[5] == .cyan)
    // Steel, grey and black have none, light and dark alike.
    #expect(presets.indices.filter { presets[$0] == nil } == [10, 11, 12, 13, 14])
    for (light, dark) in zip(0...9, 15...24) { #expect(presets[light] == presets[dark]) }
    for name in ["none", "preset25", "preset", "presetx", ""] {
      #expect(EventPalette.color(preset: name) == nil)
    }
    #expect(EventPalette.color(preset: "Preset4") == .green)
    #expect(EventPalette.color(calendar: "lightTeal") == .cyan)
    #expect(EventPalette.color(calendar: "LIGHTRED") == .red)
    for name in ["auto", "lightGray", "maxColor", "chartreuse"] {
      #expect(EventPalette.color(calendar: name) == nil)
    }
  }

  @Test func `the first category with a colour goes before the calendar`() {
    let palette = EventPalette(
      categories: ["Team": .blue, "Red": .red], calendars: ["Work": .green])
    var event = CalendarEvent(
      id: "e", span: timed("2026-12-01T09:00", "2026-12-01T10:00"), calendarName: "Work")
    #expect(palette.color(of: event) == .green)
    event.categories = ["unknown", "TEAM", "red"]
    #expect(palette.color(of: event) == .blue)
    event.calendarName = nil
    event.categories = []
    #expect(palette.color(of: event) == nil)
  }
}
