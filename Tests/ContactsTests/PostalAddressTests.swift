import Contacts
import Testing

@Suite struct PostalAddressTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// Street, city, state, postal code and country.
    var parts: [String]
    var lines: [String]
    var testDescription: String { parts.joined(separator: ";") }
    var address: PostalAddress {
      PostalAddress(
        street: parts[0], city: parts[1], state: parts[2], postalCode: parts[3], country: parts[4])
    }
  }

  @Test(arguments: [
    Row(
      parts: ["1 Infinite Loop", "Cupertino", "CA", "95014", "US"],
      lines: ["1 Infinite Loop", "Cupertino, CA 95014", "UNITED STATES"]),
    Row(
      parts: ["Unter den Linden 1", "Berlin", "", "10117", "Deutschland"],
      lines: ["Unter den Linden 1", "10117 Berlin", "GERMANY"]),
    Row(
      parts: ["221B Baker Street", "London", "", "NW1 6XE", "England"],
      lines: ["221B Baker Street", "London", "NW1 6XE", "UNITED KINGDOM"]),
    Row(
      parts: ["Kossuth tér 1", "Budapest", "", "1055", "HU"],
      lines: ["Budapest", "Kossuth tér 1", "1055", "HUNGARY"]),
    Row(
      parts: ["千代田1-1", "千代田区", "東京都", "100-0001", "日本"],
      lines: ["〒100-0001", "東京都千代田区千代田1-1", "JAPAN"]),
    Row(
      parts: ["1-1 Chiyoda", "Chiyoda-ku", "Tokyo", "100-0001", "Japan"],
      lines: ["1-1 Chiyoda", "Chiyoda-ku, Tokyo 100-0001", "JAPAN"]),
    Row(
      parts: ["Bahnhofstr. 1", "Zürich", "ZH", "8001", "Schweiz"],
      lines: ["Bahnhofstr. 1", "CH-8001 Zürich ZH", "SWITZERLAND"]),
    Row(
      parts: ["Bahnhofstr. 1", "Zürich", "", "CH-8001", "CH"],
      lines: ["Bahnhofstr. 1", "CH-8001 Zürich", "SWITZERLAND"]),
    Row(
      parts: ["1 Raffles Place", "Singapore", "", "048616", "SGP"],
      lines: ["1 Raffles Place", "SINGAPORE 048616", "SINGAPORE"]),
    Row(
      parts: ["Calle Mayor 3", "Madrid", "Madrid", "28013", "España"],
      lines: ["Calle Mayor 3", "28013 Madrid Madrid", "SPAIN"]),
    Row(
      parts: ["Av. Paulista 1000", "São Paulo", "SP", "01310-100", "Brasil"],
      lines: ["Av. Paulista 1000", "São Paulo-SP", "01310-100", "BRAZIL"]),
    Row(
      parts: ["Via Roma 1", "Torino", "TO", "10121", "Italia"],
      lines: ["Via Roma 1", "10121 Torino TO", "ITALY"]),
    Row(
      parts: ["Building 5\nRoom 2", "Accra", "Greater Accra", "GA-184", "Ghana"],
      lines: ["Building 5", "Room 2", "Accra Greater Accra GA-184", "GHANA"]),
    Row(
      parts: ["Sheikh Zayed Road 1", "Dubai", "Dubai", "00000", "AE"],
      lines: ["Sheikh Zayed Road 1", "Dubai", "00000", "Dubai", "UNITED ARAB EMIRATES"]),
    Row(
      parts: ["Main St 1", "Elsewhere", "North", "12", "Atlantis"],
      lines: ["Main St 1", "Elsewhere North 12", "Atlantis"]),
    Row(parts: ["", "", "", "95014", "USA"], lines: ["95014", "UNITED STATES"]),
    Row(parts: ["", "Paris", "", "", ""], lines: ["Paris"]),
    Row(parts: ["", "", "", "", "fr"], lines: ["FRANCE"]),
    Row(parts: ["", "", "", "", ""], lines: []),
  ])
  func `an address as a letter carries it`(row: Row) {
    #expect(row.address.letter() == row.lines)
  }

  @Test func `the country is left out of letters within it, and shapes those that name none`()
    throws
  {
    let germany = try #require(Country("DE"))
    let address = PostalAddress(
      street: "Allee 1", city: "Bonn", postalCode: "53111", country: "DEU")
    #expect(
      address.letter(to: "Ana Silva", company: "Contoso", from: germany)
        == ["Ana Silva", "Contoso", "Allee 1", "53111 Bonn"])
    var nowhere = address
    nowhere.country = ""
    #expect(nowhere.letter(from: germany) == ["Allee 1", "53111 Bonn"])
  }

  @Test func `no part of an address is lost in any country`() {
    let parts = ["Qstreet", "Qcity", "Qstate", "Q4711"]
    var count = 0
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
      for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        guard let country = Country("\(first)\(second)") else { continue }
        count += 1
        let text = PostalAddress(
          street: parts[0], city: parts[1], state: parts[2], postalCode: parts[3],
          country: country.code
        ).letter(to: "Qname", company: "Qcompany").joined(separator: "\n")
        for part in parts + ["Qname", "Qcompany"] {
          #expect(text.ranges(of: part).count == 1, "\(part) in \(country.code): \(text)")
        }
      }
    }
    #expect(count > 240)
  }

  @Test(arguments: [
    ("us", "US"), ("USA", "US"), ("u.s.a.", "US"), ("Stany Zjednoczone", "US"), ("UK", "GB"),
    ("RU", "RU"), ("österreich", "AT"), ("Magyarország", "HU"), (" Suisse ", "CH"),
    ("Holland", "NL"),
    ("대한민국", "KR"),
  ])
  func `a country goes by many names`(name: String, code: String) {
    #expect(Country(name)?.code == code)
  }

  @Test(arguments: ["", "Atlantis", "XX1", "the moon"])
  func `what is no country is none`(name: String) { #expect(Country(name) == nil) }
}
