import Contacts
import Testing

@Suite struct BirthdayTests {
  @Test(arguments: [
    ("1984-04-01", "1984-04-01"), ("--04-01", "--04-01"), ("--0401", "--04-01"),
    ("04-01", "--04-01"), ("--0229", "--02-29"), ("1604-05-09", "--05-09"),
    ("2000-02-29", "2000-02-29"), ("0987-06-05", "0987-06-05"),
  ])
  func `a birthday is read and written`(text: String, written: String) throws {
    #expect(try #require(Birthday(text)).text == written)
  }

  @Test(arguments: [
    "", "1984", "1984-13-01", "1985-02-29", "1900-02-29", "--02-30", "1984-4-1", "84-04-01",
    "circa 1800", "1984-04-01T00:00:00Z", "-0401", "0000-01-01", "١٩٨٤-04-01",
  ])
  func `what is no birthday is none`(text: String) { #expect(Birthday(text) == nil) }

  @Test func `29 February is kept on the last of February in common years`() throws {
    let leap = try #require(Birthday(year: 2000, month: 2, day: 29))
    #expect(leap.anniversary(in: 2027) == (2, 28))
    #expect(leap.anniversary(in: 2028) == (2, 29))
    #expect(leap.anniversary(in: 2100) == (2, 28))
  }

  @Test func `an age needs a year of birth that has come`() throws {
    let known = try #require(Birthday("1984-04-01"))
    #expect([1983, 1984, 2026].map(known.age) == [nil, 0, 42])
    #expect(try #require(Birthday("--04-01")).age(in: 2026) == nil)
  }
}
