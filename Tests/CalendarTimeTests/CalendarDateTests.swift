import CalendarTime
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("0001-01-01", -719_162, Weekday.monday), ("1582-10-15", -141_427, .friday),
    ("1900-02-28", -25_509, .wednesday), ("1970-01-01", 0, .thursday),
    ("2000-02-29", 11_016, .tuesday), ("2026-11-30", 20_787, .monday),
    ("9999-12-31", 2_932_896, .friday),
  ])
  func `a date has a number and a weekday`(text: String, number: Int, weekday: Weekday) throws {
    let date = try #require(CalendarDate(parsing: text))
    #expect(date.daysSinceEpoch == number)
    #expect(date.weekday == weekday)
    #expect(date.description == text)
  }

  @Test func `every date is found again by its parts`() {
    var wrong = 0
    for number in stride(from: -719_162, through: 2_932_896, by: 13) {
      let date = CalendarDate(daysSinceEpoch: number)
      let (year, month, day) = date.components
      if CalendarDate(year: year, month: month, day: day) != date { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [
    "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "0000-01-01", "2026-1-01", "26-01-01",
    "2026-01-01 ", "-2026-01-01", "2026/01/01", "",
  ])
  func `a date that no calendar has is refused`(text: String) {
    #expect(CalendarDate(parsing: text) == nil)
  }

  @Test(arguments: [("fri", Weekday.friday), ("Tues", .tuesday), ("SUNDAY", .sunday)])
  func `weekdays go by English names`(name: String, weekday: Weekday) {
    #expect(Weekday(named: name) == weekday)
    #expect(Weekday(named: name + "x") == nil)
  }
}
