import CalendarTime

extension GraphRouter {
  /// Adds everything that is about people and settings, and `$batch`.
  mutating func addPeople(_ store: MailboxStore, zones: ZoneDatabase) {
    UserRoutes(directory: store.directory).add(to: &self)
    PhotoRoutes(store: store).add(to: &self)
    MailboxSettingsRoutes(store: store, zones: zones).add(to: &self)
    OutlookRoutes(store: store).add(to: &self)
    CategoryRoutes(store: store).add(to: &self)
    ContactRoutes(store: store).add(to: &self)
    ContactFolderRoutes(store: store).add(to: &self)
    ContactDelta(store: store).add(to: &self)
    ExtensionRoutes(store: store).add(to: &self)
    PeopleRoutes(store: store).add(to: &self)
    PlaceRoutes(directory: store.directory).add(to: &self)
    BatchRoutes().add(to: &self)
  }
}
