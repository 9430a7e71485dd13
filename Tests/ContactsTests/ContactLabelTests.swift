import Contacts
import Testing

@Suite struct ContactLabelTests {
  @Test func `every property has a label in every language`() {
    for label in ContactLabel.allCases {
      for language in ContactLabel.languages {
        let text = label.text(language: language)
        #expect(!text.isEmpty && text != label.rawValue, "\(label) in \(language)")
      }
    }
  }

  @Test func `a language without labels has the English ones`() {
    #expect(ContactLabel.birthday.text(language: "pl") == "Urodziny")
    #expect(ContactLabel.birthday.text(language: "sw") == "Birthday")
    #expect(ContactLabel.birthday.text(language: nil) == "Birthday")
  }

  @Test(arguments: [
    ("Invoices", "Invoices"), ("lena@contoso.example", nil), ("Lena Fog (work)", nil),
    ("Lena Fog", nil), ("  ", nil), (nil, nil), (" home ", "home"),
  ])
  func `a name beside an address is a label unless it says who that is`(
    name: String?, label: String?
  ) {
    let email = ContactEmail(address: "Lena@contoso.example", name: name)
    #expect(email.label(ofContactNamed: "Lena Fog") == label)
  }
}
