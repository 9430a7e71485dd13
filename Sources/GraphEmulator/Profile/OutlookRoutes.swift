import CalendarTime
import JSON

/// What a mailbox can be set to, and the translation of ids.
///
/// Source: Microsoft Graph "outlookUser: supportedTimeZones", "outlookUser: supportedLanguages",
/// "user: translateExchangeIds".
struct OutlookRoutes {
  let store: MailboxStore

  func add(to router: inout GraphRouter) {
    let reading = ["User.Read", "User.ReadBasic.All", "User.ReadWrite", "MailboxSettings.Read"]
    router.add("GET", "/me/outlook/supportedTimeZones()", scopes: reading) {
      (call) throws(GraphError) in
      Self.collection("timeZoneInformation", Self.windowsZones, for: call)
    }
    router.add(
      "GET", "/me/outlook/supportedTimeZones(TimeZoneStandard)", scopes: reading
    ) { (call) throws(GraphError) in
      switch call.parameters["TimeZoneStandard"]?.lowercased() {
      case "iana": return Self.collection("timeZoneInformation", Self.ianaZones, for: call)
      case "windows": return Self.collection("timeZoneInformation", Self.windowsZones, for: call)
      default:
        throw .badRequest("BadRequest", "The value of 'TimeZoneStandard' is not a known standard.")
      }
    }
    router.add("GET", "/me/outlook/supportedLanguages()", scopes: reading) {
      (call) throws(GraphError) in
      Self.collection("localeInfo", MailboxLanguages.all.map(\.resource), for: call)
    }
    router.add(
      "POST", "/me/translateExchangeIds", scopes: ["User.ReadBasic.All", "User.Read"]
    ) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        try translate(call, in: mailbox)
      }
    }
  }

  private static func collection(
    _ type: String, _ values: [JSON], for call: GraphCall
  ) -> GraphAnswer {
    let context = RequestAddress(call).context("Collection(microsoft.graph.\(type))")
    return .ok(["@odata.context": .string(context), "value": .array(values)])
  }

  private static let windowsZones: [JSON] = WindowsZones.all.map { entry in
    [
      "alias": .string(entry.windows),
      "displayName": .string(WindowsZones.displayName(for: entry.windows) ?? entry.windows),
    ]
  }

  private static let ianaZones: [JSON] = Set(WindowsZones.all.map(\.iana)).sorted().map { name in
    ["alias": .string(name), "displayName": .string(name)]
  }

  private func translate(
    _ call: GraphCall, in mailbox: Mailbox
  ) throws(GraphError) -> GraphAnswer {
    let body = try call.object()
    let ids = try BodyValue("inputIds", body.value("inputIds") ?? .null).elements()
    guard ids.count <= 1000 else {
      throw .badRequest("ErrorInvalidArgument", "At most 1000 ids can be translated at once.")
    }
    let formats = ["entryId", "ewsId", "immutableEntryId", "restId", "restImmutableEntryId"]
    let target = try BodyValue("targetIdType", body.value("targetIdType") ?? .null)
      .choice(formats)
    _ = try BodyValue("sourceIdType", body.value("sourceIdType") ?? .null).choice(formats)
    var results: [JSON] = []
    for id in ids {
      results.append(try mailbox.translated(id.string ?? "", into: target.string ?? ""))
    }
    let context = RequestAddress(call).context("Collection(microsoft.graph.convertIdResult)")
    return .ok(["@odata.context": .string(context), "value": .array(results)])
  }
}

extension Mailbox {
  /// The `convertIdResult` of one id.
  fileprivate func translated(_ id: String, into format: String) throws(GraphError) -> JSON {
    do throws(GraphError) {
      guard let identifier = try ItemIdentifier.parse(id, mailbox: user.id) else {
        throw .idMalformed
      }
      let isImmutable = format.lowercased().contains("immutable")
      // Only the REST forms are safe in an address; the others are plain Base64.
      let alphabet =
        format.hasPrefix("rest") ? try item(number: identifier.number)?.alphabet : .plain
      let text = identifier.text(
        mailbox: user.id, form: isImmutable ? .immutable : .normal, alphabet: alphabet ?? .urlSafe)
      return ["sourceId": .string(id), "targetId": .string(text)]
    } catch {
      guard error.status < 500 else { throw error }
      return [
        "sourceId": .string(id), "targetId": nil,
        "errorDetails": ["code": .string(error.code), "message": .string(error.message)],
      ]
    }
  }
}
