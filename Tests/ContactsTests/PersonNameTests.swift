import Contacts
import Testing

@Suite struct PersonNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: PersonName
    var givenFirst: String
    var familyFirst: String
    var testDescription: String { givenFirst }
  }

  @Test(arguments: [
    Row(
      name: PersonName(
        title: "Dr.", given: "Otto", middle: "J.", surname: "Reed", generation: "MBA"),
      givenFirst: "Dr. Otto J. Reed MBA", familyFirst: "Dr. Reed Otto J. MBA"),
    Row(
      name: PersonName(given: "Anna", surname: "Nagy"), givenFirst: "Anna Nagy",
      familyFirst: "Nagy Anna"),
    Row(
      name: PersonName(given: "太郎", surname: "山田", yomiGiven: "たろう", yomiSurname: "やまだ"),
      givenFirst: "山田太郎", familyFirst: "山田太郎"),
    Row(name: PersonName(given: "민준", surname: "김"), givenFirst: "김민준", familyFirst: "김민준"),
    Row(
      name: PersonName(given: "Taro", surname: "山田"), givenFirst: "Taro 山田", familyFirst: "山田 Taro"),
    Row(name: PersonName(surname: "  "), givenFirst: "", familyFirst: ""),
    Row(name: PersonName(given: "Cher"), givenFirst: "Cher", familyFirst: "Cher"),
  ])
  func `a name in both orders`(row: Row) {
    #expect(row.name.full(.givenFirst) == row.givenFirst)
    #expect(row.name.full(.familyFirst) == row.familyFirst)
  }

  @Test(arguments: [
    ("hu" as String?, PersonName.Order.familyFirst), ("ja", .familyFirst), ("vi", .familyFirst),
    ("en", .givenFirst), ("de", .givenFirst), (nil, .givenFirst),
  ])
  func `the language decides the order`(language: String?, order: PersonName.Order) {
    #expect(PersonName.Order(language: language) == order)
  }

  @Test func `a list is sorted by the part that leads, and by readings`() {
    let names = [
      PersonName(given: "太郎", surname: "山田", yomiGiven: "たろう", yomiSurname: "やまだ"),
      PersonName(given: "Ana", surname: "Zola"), PersonName(given: "Zoe", surname: "Abel"),
    ]
    #expect(names.map { $0.sortKey(.givenFirst) } == ["やまだ たろう", "Ana Zola", "Zoe Abel"])
    #expect(names.map { $0.sortKey(.familyFirst) } == ["やまだ たろう", "Zola Ana", "Abel Zoe"])
  }
}
