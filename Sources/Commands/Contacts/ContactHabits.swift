import CalendarTime
import Contacts
import Host

/// How this user reads contacts.
struct ContactHabits: Sendable {
  /// Which part of a name leads in what is built and sorted here.
  var nameOrder: PersonName.Order
  /// The language of labels (ISO 639); nil for English.
  var language: String?
  /// The country that letters are sent from; nil when the locale names none.
  var home: Country?

  /// Names go by the configuration, else by the locale; labels by the locale of what people read.
  init(_ context: Context) {
    let variables = context.environment.variables
    let locale = LocaleTag.ofMessages(environment: variables)
    language = locale?.language
    nameOrder = context.configuration.nameOrder ?? PersonName.Order(language: locale?.language)
    home = locale?.region.flatMap { Country($0) }
  }
}
