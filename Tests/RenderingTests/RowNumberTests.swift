import Calendaring
import CalendarTime
import FoundationEssentials
import Rendering
import Terminal
import Testing

/// Numbers of rows, which a person types and only a terminal remembers.
@Suite struct RowNumberTests {
  /// The lines of a list on a terminal and in a file.
  private func lists(_ lines: (Surface) -> [StyledLine]) -> (terminal: String, file: String) {
    func text(_ width: Int?) -> String {
      lines(Surface(width: width)).map(\.text).joined(separator: "\n")
    }
    return (text(100), text(nil))
  }

  private func isNumbered(_ text: String) -> Bool {
    text.split(separator: "\n").contains {
      $0.drop { $0 == " " }.hasPrefix("1 ") && $0.contains("Xenia")
    }
  }

  @Test func `rows of lists have numbers on a terminal and none in a file`() throws {
    let zone = try zone("Europe/Berlin")
    let time = TimeText(zone: zone)
    let event = CalendarEvent(
      id: "e", subject: "Xenia", span: timed("2026-12-01T09:00", "2026-12-01T10:00"))
    let start = utc("2026-12-01T09:00")
    let all = [
      lists {
        EventList(time: time, now: utc("2026-01-01T00:00"), days: nil).page([event], on: $0).lines
      },
      lists {
        CalendarList.lines(
          [
            CalendarInfo(
              id: "i", name: "Xenia", isDefault: true, canEdit: true, owner: nil, hexColor: nil)
          ], on: $0)
      },
    ]
    for (terminal, file) in all {
      #expect(isNumbered(terminal), "\(terminal)")
      #expect(!isNumbered(file) && file.contains("Xenia"), "\(file)")
    }
    // No command knows these by a number.
    let nameless = [
      lists {
        AttachmentList.lines(
          [AttachmentInfo(id: "a", kind: .file, name: "Xenia.pdf", size: 1)], on: $0)
      },
      lists {
        SuggestionList.lines(
          [
            .init(
              slot: start..<start.addingTimeInterval(60), confidence: 100, others: [],
              isOrganizerFree: true, rooms: ["Xenia"])
          ], emptyReason: nil, time: time, on: $0)
      },
    ]
    for (terminal, file) in nameless {
      #expect(!isNumbered(terminal) && terminal.contains("Xenia"), "\(terminal)")
      #expect(!isNumbered(file) && file.contains("Xenia"), "\(file)")
    }
  }
}
