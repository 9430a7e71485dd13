import CalendarTime
import FoundationEssentials
import JSON

/// Reads what a PATCH sets of a mailbox, and refuses in the words of the documentation.
///
/// Source: Microsoft Graph "Update user mailbox settings", with its table of errors.
struct MailboxSettingsBody {
  let zones: ZoneDatabase

  /// What can be written, in the order of answers.
  static let writable = [
    "automaticRepliesSetting", "timeZone", "language", "workingHours", "dateFormat", "timeFormat",
    "delegateMeetingMessageDeliveryOptions",
  ]

  private static let days = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// The new values of the properties that `body` names, over those in `settings`.
  ///
  /// What can only be read is passed over.
  func changes(
    to settings: JSONObject, by body: JSONObject
  ) throws(GraphError) -> JSONObject {
    var changes = JSONObject()
    for name in Self.writable {
      guard let value = body.value(name) else { continue }
      let old = settings[name]?.object ?? [:]
      changes[name] =
        switch name {
        case "automaticRepliesSetting": try automaticReplies(value, over: old)
        case "timeZone": try timeZone(value)
        case "language": try language(value)
        case "workingHours": try workingHours(value, over: old)
        case "delegateMeetingMessageDeliveryOptions":
          try BodyValue(name, value).choice([
            "sendToDelegateAndInformationToPrincipal", "sendToDelegateAndPrincipal",
            "sendToDelegateOnly",
          ])
        default: try BodyValue(name, value).text()
        }
    }
    return changes
  }

  private func timeZone(_ value: JSON) throws(GraphError) -> JSON {
    guard let name = value.string, isZone(name) else { throw .invalidTimeZone }
    return value
  }

  /// Whether a name is one of Windows or of the zone data, no offset and no made-up name.
  private func isZone(_ name: String) -> Bool {
    if name == "UTC" || WindowsZones.iana(for: name) != nil { return true }
    guard name.contains("/"), !name.contains(":") else { return false }
    return (try? zones.zone(named: name)) != nil
  }

  private func language(_ value: JSON) throws(GraphError) -> JSON {
    guard let locale = value.object?.value("locale")?.string,
      let language = MailboxLanguages.language(locale)
    else {
      throw .badRequest("ErrorInvalidLanguage", "The language is not supported by the mailbox.")
    }
    return language.resource
  }

  // MARK: Working hours

  private func workingHours(_ value: JSON, over old: JSONObject) throws(GraphError) -> JSON {
    var hours = old
    let members = try BodyValue("workingHours", value).members()
    if let days = members.value("daysOfWeek") {
      var list: [JSON] = []
      for day in try BodyValue("daysOfWeek", days).elements() {
        list.append(try BodyValue("daysOfWeek", day).choice(Self.days))
      }
      hours["daysOfWeek"] = .array(list)
    }
    for name in ["startTime", "endTime"] {
      if let time = members.value(name) { hours[name] = try BodyValue(name, time).timeOfDay() }
    }
    if let start = hours["startTime"]?.string, let end = hours["endTime"]?.string {
      // Seven digits each, so that texts sort as times.
      guard start < end else { throw .invalidTimeSettings }
    }
    if let zone = members.value("timeZone") { hours["timeZone"] = try zoneBase(zone) }
    return .object(hours)
  }

  /// A zone by name, or one with rules of its own.
  private func zoneBase(_ value: JSON) throws(GraphError) -> JSON {
    let name = value.object?.value("name")?.string ?? ""
    guard let type = value["@odata.type"]?.string, type.lowercased().hasSuffix("customtimezone")
    else {
      guard isZone(name) else { throw .invalidTimeZone }
      return ["name": .string(name)]
    }
    guard let bias = value.object?.value("bias")?.int, abs(bias) <= 14 * 60 else {
      throw .invalidTimeZone
    }
    var zone: JSONObject = [
      "@odata.type": "#microsoft.graph.customTimeZone", "bias": .number(bias),
      "name": .string(name.isEmpty ? "Customized Time Zone" : name),
    ]
    for side in ["standardOffset", "daylightOffset"] {
      if let rule = value.object?.value(side) { zone[side] = try changeover(rule) }
    }
    return .object(zone)
  }

  private func changeover(_ value: JSON) throws(GraphError) -> JSON {
    var rule = JSONObject()
    for (key, part) in try BodyValue("timeZone", value).members() {
      switch key.lowercased() {
      case "time": rule["time"] = try BodyValue("time", part).timeOfDay()
      case "dayofweek": rule["dayOfWeek"] = try BodyValue("dayOfWeek", part).choice(Self.days)
      case "dayoccurrence": rule["dayOccurrence"] = part
      case "month": rule["month"] = part
      case "year": rule["year"] = part
      case "daylightbias": rule["daylightBias"] = part
      default: break
      }
    }
    return .object(rule)
  }

  // MARK: Automatic replies

  private func automaticReplies(_ value: JSON, over old: JSONObject) throws(GraphError) -> JSON {
    var setting = old
    for (key, part) in try BodyValue("automaticRepliesSetting", value).members() {
      switch key.lowercased() {
      case "status":
        setting["status"] = try BodyValue("status", part)
          .choice(["disabled", "alwaysEnabled", "scheduled"])
      case "externalaudience":
        setting["externalAudience"] = try BodyValue("externalAudience", part)
          .choice(["none", "contactsOnly", "all"])
      case "internalreplymessage":
        setting["internalReplyMessage"] = try BodyValue("internalReplyMessage", part).text()
      case "externalreplymessage":
        setting["externalReplyMessage"] = try BodyValue("externalReplyMessage", part).text()
      case "scheduledstartdatetime": setting["scheduledStartDateTime"] = try utc(part)
      case "scheduledenddatetime": setting["scheduledEndDateTime"] = try utc(part)
      default: break
      }
    }
    if setting["status"] == "scheduled" {
      guard let start = setting["scheduledStartDateTime"]?["dateTime"]?.string,
        let end = setting["scheduledEndDateTime"]?["dateTime"]?.string, start < end
      else { throw .invalidTimeSettings }
    }
    return .object(setting)
  }

  /// A `dateTimeTimeZone` as the service gives it back: in UTC, seven digits.
  private func utc(_ value: JSON) throws(GraphError) -> JSON {
    let name = value.object?.value("timeZone")?.string ?? "UTC"
    guard let text = value.object?.value("dateTime")?.string, let time = ODataInstant(text) else {
      throw .badRequest(
        "RequestBodyRead", "Cannot convert the literal to the expected type 'Edm.String'.")
    }
    guard isZone(name), let zone = try? zones.zone(named: name) else { throw .invalidTimeZone }
    let day = CalendarDate(daysSinceEpoch: time.seconds.flooredQuotient(86_400))
    let wall = WallTime(date: day, secondOfDay: time.seconds.flooredRemainder(86_400))
    let instant = ODataInstant(secondsSinceEpoch: zone.instant(of: wall).unixSecond)
    return ["dateTime": .string(instant.description.dropLast() + ".0000000"), "timeZone": "UTC"]
  }
}

extension ODataInstant {
  init(secondsSinceEpoch seconds: Int) {
    self.seconds = seconds
    nanosecond = 0
  }
}

extension GraphError {
  fileprivate static let invalidTimeZone = GraphError.badRequest(
    "InvalidTimeZone", "Time Zone settings provided are invalid.")
  fileprivate static let invalidTimeSettings = GraphError.badRequest(
    "ErrorInvalidTimeSettings", "Start Time should occur before End Time.")
}
