import Contacts
import Testing

@Suite struct PhoneNumberTests {
  @Test(arguments: [
    ("+36 1 555 0140", "3615550140"), ("06-1-555-0140", "0615550140"),
    ("(555) 010-0141", "5550100141"), ("+1 555.010.0142 x7", "15550100142"),
    ("+1-555-0100,,99#", "15550100"), ("\u{ff0b}81\u{ff0d}3\u{2010}555\u{2010}0143", "8135550143"),
    ("tel:+15550144", "15550144"), ("\u{202a}+15550145\u{202c}", "15550145"),
    ("0800 CALLME", "0800"), ("", ""), ("555-0141 ext. 22", "5550141"), ("٠٥٥٥٠١٤٦", "05550146"),
    ("+49 (0)171 5550199", "491715550199"), ("(0)171 5550199", "01715550199"),
    ("0044 20 7946 0958", "442079460958"), ("0049", "0049"),
  ])
  func `digits up to the extension`(text: String, digits: String) {
    #expect(PhoneNumber(text).digits == digits)
    #expect(PhoneNumber(text).text == text)
  }

  @Test(arguments: [
    ("+36 1 555 0140", "06-1-555-0140", true), ("+36 1 555 0140", "0036 1 555-0140", true),
    ("+49 (0)171 / 555-01.99", "+491715550199", true), ("+49 (0)171 5550199", "0171 5550199", true),
    ("+1 713 555 0100", "713-555-0100", true), ("1-713-555-0100", "713 555 0100", true),
    ("+1 713 555 0100", "413 555 0100", false), ("+44 20 7946 0958", "020 7946 0958", true),
    ("+7 495 555 01 00", "8 495 555-01-00", true), ("+49 30 5550100", "+43 30 5550100", false),
    ("555 0140", "+1 713 555 0140", false), ("030 5550100", "040 5550100", false),
    ("", "", false), ("12", "0012", false),
  ])
  func `the same line in other words`(first: String, second: String, same: Bool) {
    let (first, second) = (PhoneNumber(first), PhoneNumber(second))
    #expect(first.isSameLine(as: second) == same)
    #expect(second.isSameLine(as: first) == same)
    if same { #expect(first.comparisonKey == second.comparisonKey) }
  }

  @Test(arguments: [
    ("+1 555.010.0142 x7", "15550100142", true), ("+36 1 555 0140", "555 0140", true),
    ("06-1-555-0140", "555 0140", true), ("+36 1 555 0140", "06 1 555 0140", true),
    ("+1 555 010 0142 x789", "789", false), ("555 0140", "14", false),
  ])
  func `a search by digits`(text: String, wanted: String, found: Bool) {
    #expect(PhoneNumber(text).isFound(by: wanted) == found)
  }
}
