/// What calendars and events take.
///
/// Source: Microsoft Graph "List events", "List calendarView", "List instances", "event: delta"; the
/// full list of properties that a filter takes is documented nowhere, so the plain ones are taken and
/// those are refused that people were seen to be refused: `attendees`, `recurrence`, `body`.
extension ResourceRules {
  package static let events = ResourceRules(
    name: "Events", typeName: "microsoft.graph.event",
    properties: [
      "id", "createdDateTime", "lastModifiedDateTime", "changeKey", "categories", "transactionId",
      "originalStartTimeZone", "originalEndTimeZone", "iCalUId", "reminderMinutesBeforeStart",
      "isReminderOn", "hasAttachments", "subject", "bodyPreview", "importance", "sensitivity",
      "isAllDay", "isCancelled", "isOrganizer", "responseRequested", "seriesMasterId", "showAs",
      "type", "webLink", "onlineMeetingUrl", "isOnlineMeeting", "onlineMeetingProvider",
      "allowNewTimeProposals", "isDraft", "hideAttendees", "responseStatus", "body", "start", "end",
      "location", "locations", "recurrence", "attendees", "organizer", "onlineMeeting",
      "originalStart", "cancelledOccurrences",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.event", properties: eventFilter,
      known: ["attendees", "recurrence", "body", "bodyPreview", "locations", "onlineMeeting", "id"]),
    sortable: [
      "start/dateTime", "end/dateTime", "createdDateTime", "lastModifiedDateTime", "subject",
      "importance", "sensitivity", "showAs", "isAllDay", "organizer/emailAddress/address",
      "organizer/emailAddress/name", "location/displayName", "hasAttachments", "isCancelled",
    ],
    expandable: [
      "attachments", "extensions", "singleValueExtendedProperties", "multiValueExtendedProperties",
      "exceptionOccurrences",
    ],
    unexpandable: ["calendar", "instances"])

  package static let calendarView: ResourceRules = {
    var rules = events.asked(as: .list, name: "CalendarView")
    rules.expandable = [
      "extensions", "singleValueExtendedProperties", "multiValueExtendedProperties",
    ]
    rules.unexpandable += ["attachments", "exceptionOccurrences"]
    // "List calendarView" tells to leave $select out to get these two.
    rules.lostBySelect = ["createdDateTime", "lastModifiedDateTime"]
    return rules
  }()

  package static let instances: ResourceRules = {
    var rules = events.asked(as: .list, name: "Instances")
    rules.unexpandable += rules.expandable
    rules.expandable = []
    return rules
  }()

  package static let event = events.asked(as: .item)

  package static let calendarViewDelta = calendarView.asked(as: .delta)
  package static let eventsDelta = events.asked(as: .delta)

  package static let calendars = ResourceRules(
    name: "Calendars", typeName: "microsoft.graph.calendar",
    properties: [
      "id", "name", "color", "hexColor", "isDefaultCalendar", "changeKey", "canShare",
      "canViewPrivateItems", "canEdit", "allowedOnlineMeetingProviders",
      "defaultOnlineMeetingProvider", "isTallyingResponses", "isRemovable", "owner",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.calendar",
      properties: [
        "name": FilterableProperty(.text), "canEdit": FilterableProperty(.boolean),
        "canShare": FilterableProperty(.boolean), "isDefaultCalendar": FilterableProperty(.boolean),
        "owner/address": FilterableProperty(.text),
      ],
      known: ["id", "color", "hexColor", "changeKey"]),
    sortable: ["name"],
    expandable: ["singleValueExtendedProperties", "multiValueExtendedProperties"],
    unexpandable: ["calendarPermissions", "calendarView", "events"])

  package static let calendar = calendars.asked(as: .item)

  package static let calendarGroups = ResourceRules(
    name: "CalendarGroups", typeName: "microsoft.graph.calendarGroup",
    properties: ["id", "name", "classId", "changeKey"],
    filter: FilterRules(
      typeName: "microsoft.graph.calendarGroup", properties: ["name": FilterableProperty(.text)],
      known: ["id", "classId", "changeKey"]),
    sortable: ["name"], unexpandable: ["calendars"])

  package static let calendarGroup = calendarGroups.asked(as: .item)

  package static let calendarPermissions = ResourceRules(
    name: "CalendarPermissions", typeName: "microsoft.graph.calendarPermission",
    properties: [
      "id", "isRemovable", "isInsideOrganization", "role", "allowedRoles", "emailAddress",
    ],
    page: 100)

  package static let calendarPermission = calendarPermissions.asked(as: .item)

  package static let attachments = ResourceRules(
    name: "Attachments", typeName: "microsoft.graph.attachment",
    properties: [
      "id", "lastModifiedDateTime", "name", "contentType", "size", "isInline", "contentId",
      "contentLocation", "contentBytes", "item", "sourceUrl",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.attachment",
      properties: [
        "name": FilterableProperty(.text), "contentType": FilterableProperty(.text),
        "size": FilterableProperty(.number), "isInline": FilterableProperty(.boolean),
      ]),
    sortable: ["name", "size", "lastModifiedDateTime"], expandable: [attachedItem], page: 100)

  package static let attachment = attachments.asked(as: .item)

  /// How `$expand` asks for what an item attachment holds.
  static let attachedItem = "microsoft.graph.itemAttachment/item"

  /// Extended properties, which a filter finds by id and value on every Outlook item.
  static let extendedProperties: [String: FilterableProperty] = [
    "singleValueExtendedProperties": .collection(of: [
      "id": FilterableProperty(.text, comparisons: [.equal], tests: []),
      "value": FilterableProperty(.text, tests: [.contains, .startsWith]),
    ]),
    "multiValueExtendedProperties": .collection(of: [
      "id": FilterableProperty(.text, comparisons: [.equal], tests: []),
      "value": .texts,
    ]),
    "extensions": .collection(of: [
      "id": FilterableProperty(.text, comparisons: [.equal], tests: [])
    ]),
  ]

  private static let eventFilter: [String: FilterableProperty] = [
    "subject": FilterableProperty(.text), "start/dateTime": FilterableProperty(.text, tests: []),
    "end/dateTime": FilterableProperty(.text, tests: []),
    "start/timeZone": FilterableProperty(.text), "end/timeZone": FilterableProperty(.text),
    "createdDateTime": FilterableProperty(.instant),
    "lastModifiedDateTime": FilterableProperty(.instant),
    "originalStart": FilterableProperty(.instant),
    "organizer/emailAddress/address": FilterableProperty(.text),
    "organizer/emailAddress/name": FilterableProperty(.text),
    "location/displayName": FilterableProperty(.text), "categories": .texts,
    "iCalUId": FilterableProperty(.text), "seriesMasterId": FilterableProperty(.text),
    "importance": FilterableProperty(.choice), "sensitivity": FilterableProperty(.choice),
    "showAs": FilterableProperty(.choice), "type": FilterableProperty(.choice),
    "responseStatus/response": FilterableProperty(.choice),
    "isAllDay": FilterableProperty(.boolean), "isCancelled": FilterableProperty(.boolean),
    "isOrganizer": FilterableProperty(.boolean), "isOnlineMeeting": FilterableProperty(.boolean),
    "isReminderOn": FilterableProperty(.boolean), "hasAttachments": FilterableProperty(.boolean),
    "responseRequested": FilterableProperty(.boolean),
    "reminderMinutesBeforeStart": FilterableProperty(.number),
  ].merging(extendedProperties) { $1 }
}
