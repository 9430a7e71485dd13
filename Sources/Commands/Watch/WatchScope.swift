import JSON
import Store

/// Which calendars and folders a program that runs on follows.
struct WatchScope: Sendable, Equatable {
  enum Calendars: Sendable, Equatable {
    case none
    /// The default one.
    case standard
    case all
    case one(id: String)
  }

  var calendars = Calendars.standard
  var contacts = false

  func includes(_ collection: CopyCollection) -> Bool {
    switch collection.kind {
    case .contactFolder: contacts
    case .calendar:
      switch calendars {
      case .none: false
      case .standard: collection.resource["isDefaultCalendar"]?.bool == true
      case .all: true
      case .one(let id): collection.id == id
      }
    }
  }

  /// Words that tell it from another one.
  var text: String {
    let calendars =
      switch calendars {
      case .none: ""
      case .standard: "default"
      case .all: "all"
      case .one(let id): "one " + id
      }
    return calendars + (contacts ? "+contacts" : "")
  }
}
