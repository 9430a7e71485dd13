import CalendarTime
package import JSON

/// The settings of a mailbox: whole, by property, and their change.
///
/// Source: Microsoft Graph "Get user mailbox settings".
struct MailboxSettingsRoutes {
  let store: MailboxStore
  let zones: ZoneDatabase

  private static let properties = MailboxSettingsBody.writable + ["userPurpose", "archiveFolder"]

  func add(to router: inout GraphRouter) {
    let reading = ["MailboxSettings.Read", "MailboxSettings.ReadWrite"]
    let set = "mailboxSettings"
    router.add("GET", "/me/mailboxSettings", scopes: reading) { (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let settings = try mailbox.settings()
        var shown = settings
        if let select = try QueryOptions(call, for: .mailboxSettings).select {
          shown = JSONObject(select.map { ($0, settings[$0] ?? .null) })
        }
        return .ok(JSON.object(shown).with(context: .string(context(call, set))))
      }
    }
    for name in Self.properties {
      router.add("GET", "/me/mailboxSettings/\(name)", scopes: reading) {
        (call) throws(GraphError) in
        try store.perform(for: call) { (mailbox) throws(GraphError) in
          let value = try mailbox.settings()[name] ?? .null
          let context = JSON.string(context(call, "\(set)/\(name)"))
          if case .object = value { return .ok(value.with(context: context)) }
          return .ok(["@odata.context": context, "value": value])
        }
      }
    }
    router.add("PATCH", "/me/mailboxSettings", scopes: ["MailboxSettings.ReadWrite"]) {
      (call) throws(GraphError) in
      try store.perform(for: call) { (mailbox) throws(GraphError) in
        let changes = try MailboxSettingsBody(zones: zones).changes(
          to: try mailbox.settings(), by: try call.object())
        try mailbox.changeSettings(changes)
        return .ok(JSON.object(changes).with(context: .string(context(call, set))))
      }
    }
  }

  private func context(_ call: GraphCall, _ set: String) -> String {
    RequestAddress(call).context(call.set(set))
  }
}

extension ResourceRules {
  fileprivate static let mailboxSettings = ResourceRules(
    name: "MailboxSettings", kind: .item, typeName: "microsoft.graph.mailboxSettings",
    properties: MailboxSettingsBody.writable + ["userPurpose", "archiveFolder"])
}

extension Mailbox {
  /// The settings as they are stored; those of a mailbox nobody set up are English and UTC.
  ///
  /// - Throws: 404 for a mailbox that its seed says has none.
  package func settings() throws(GraphError) -> JSONObject {
    guard let item = try items(.mailboxSettings, in: nil).first else {
      var settings = Self.defaultSettings
      settings["userPurpose"] = .string(user.purpose.rawValue)
      return settings
    }
    guard item.document["~none"] == nil else {
      throw GraphError(
        status: 404, code: "MailboxNotEnabledForRESTAPI",
        message: "REST API is not yet supported for this mailbox.")
    }
    return item.document
  }

  /// Stores `settings` in place of what there was; nil for a user without a mailbox to be set up.
  package func setSettings(_ settings: JSONObject?) throws(GraphError) {
    let document = settings ?? ["~none": true]
    if var item = try items(.mailboxSettings, in: nil).first {
      item.document = document
      try update(item)
    } else {
      try insert(.mailboxSettings, in: nil, document)
    }
  }

  fileprivate func changeSettings(_ changes: JSONObject) throws(GraphError) {
    var settings = try settings()
    for (name, value) in changes { settings[name] = value }
    try setSettings(settings)
  }

  /// What a mailbox has before anybody sets it up.
  package static let defaultSettings: JSONObject = [
    "archiveFolder": "", "timeZone": "UTC",
    "delegateMeetingMessageDeliveryOptions": "sendToDelegateOnly", "dateFormat": "M/d/yyyy",
    "timeFormat": "h:mm tt", "userPurpose": "user",
    "automaticRepliesSetting": [
      "status": "disabled", "externalAudience": "all", "internalReplyMessage": "",
      "externalReplyMessage": "",
      "scheduledStartDateTime": ["dateTime": "2026-01-01T08:00:00.0000000", "timeZone": "UTC"],
      "scheduledEndDateTime": ["dateTime": "2026-01-02T08:00:00.0000000", "timeZone": "UTC"],
    ],
    "language": ["locale": "en-US", "displayName": "English (United States)"],
    "workingHours": [
      "daysOfWeek": ["monday", "tuesday", "wednesday", "thursday", "friday"],
      "startTime": "08:00:00.0000000", "endTime": "17:00:00.0000000",
      "timeZone": ["name": "UTC"],
    ],
  ]
}
