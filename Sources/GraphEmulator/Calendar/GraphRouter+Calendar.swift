extension GraphRouter {
  /// Adds calendars, groups, events, their actions, and what is worked out from them.
  mutating func addCalendars(_ store: MailboxStore) {
    CalendarService(store: store).addRoutes(to: &self)
    PermissionService(store: store).addRoutes(to: &self)
    EventService(store: store).addRoutes(to: &self)
    EventDelta(store: store).addRoutes(to: &self)
    AttachmentService(store: store).addRoutes(to: &self)
    MeetingService(store: store).addRoutes(to: &self)
    ReminderService(store: store).addRoutes(to: &self)
    ScheduleService(store: store).addRoutes(to: &self)
    MeetingTimesService(store: store).addRoutes(to: &self)
  }
}
