package import FoundationEssentials
import JSON

/// Puts a seed into empty mailboxes.
package struct SeedLoader {
  let mailbox: Mailbox

  /// Fills `store` with `seed`, each mailbox in one transaction.
  ///
  /// - Parameters:
  ///   - store: empty mailboxes of the same people.
  ///   - seed: everybody's things.
  ///   - now: the clock of the service, which stamps the items.
  /// - Throws: `EmulatorError` that names the first thing the service would refuse.
  package static func fill(
    _ store: MailboxStore, with seed: Seed, now: Date
  ) throws(EmulatorError) {
    for (index, person) in seed.people.enumerated() {
      do throws(GraphError) {
        try store.perform(for: person.user, now: now) { (mailbox) throws(GraphError) in
          try SeedLoader(mailbox: mailbox).fill(person, at: "users[\(index)]")
        }
      } catch {
        throw .seed(seed.name, error.message)
      }
    }
  }

  private func fill(_ person: Seed.Person, at place: String) throws(GraphError) {
    let content = person.content
    if let settings = content["mailboxSettings"] {
      // They stand as the seed has them, so that odd and missing values can be tried out.
      try at("\(place).mailboxSettings") { () throws(GraphError) in
        try mailbox.setSettings(settings.object)
      }
    }
    try each(content["masterCategories"], at: "\(place).masterCategories") {
      (category, _) throws(GraphError) in
      try mailbox.addCategory(
        try category.text("displayName") ?? "",
        color: try category.word("color", of: CategoryRoutes.colors) ?? "none")
    }
    if let picture = content["photo"], !picture.isNull {
      try at("\(place).photo") { () throws(GraphError) in try addPhoto(picture, to: nil) }
    }
    try addContacts(content, at: place)
    try addCalendars(content, at: place)
    if let random = person.random {
      try random.fill(mailbox)
    }
  }

  /// Runs `body`, naming `place` in what it throws.
  func at<Value>(
    _ place: String, _ body: () throws(GraphError) -> Value
  ) throws(GraphError) -> Value {
    do throws(GraphError) {
      return try body()
    } catch {
      var error = error
      // Of nested places the innermost tells most.
      if !error.message.hasPrefix("users[") { error.message = "\(place): \(error.message)" }
      throw error
    }
  }

  /// Runs `body` for each element of a list, which may be missing.
  func each(
    _ list: JSON?, at place: String, _ body: (JSONObject, String) throws(GraphError) -> Void
  ) throws(GraphError) {
    guard let list, !list.isNull else { return }
    guard let elements = list.array else {
      throw .badRequest("Seed", "\(place) is not a list")
    }
    for (index, element) in elements.enumerated() {
      let place = "\(place)[\(index)]"
      try at(place) { () throws(GraphError) in
        guard let object = element.object else { throw .badRequest("Seed", "this is no object") }
        try body(object, place)
      }
    }
  }

  /// Puts a picture, given as Base64, to an item or to the user.
  func addPhoto(_ picture: JSON, to holder: MailboxItem?) throws(GraphError) {
    guard let bytes = picture.string.flatMap(Base64.bytes), PictureFormat(bytes) != nil else {
      throw .badRequest("Seed", "the photo is not a picture in Base64")
    }
    try mailbox.setPhoto(bytes, of: holder)
  }

  /// When an item says it was made, or now.
  func created(_ resource: JSONObject) -> Date? {
    resource["createdDateTime"]?.string.flatMap(ODataInstant.init).map {
      Date(timeIntervalSince1970: Double($0.seconds) + Double($0.nanosecond) / 1e9)
    }
  }
}
