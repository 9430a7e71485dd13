extension GraphRouter {
  /// Adds calendars, groups and events.
  mutating func addCalendars(_ store: MailboxStore) {
    CalendarService(store: store).addRoutes(to: &self)
    EventService(store: store).addRoutes(to: &self)
  }
}
