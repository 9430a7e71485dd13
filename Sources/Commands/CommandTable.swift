package import Arguments

/// All commands under their headings, in the order help lists them.
package let graphcalProgram = Program<GlobalOptions, any Command>(
  "graphcal", "The calendar of Microsoft 365 and outlook.com in the terminal.",
  groups: [
    CommandGroup(
      "Sign-in",
      [
        entry(SetupCommand.self), entry(LoginCommand.self), entry(LogoutCommand.self),
        entry(StatusCommand.self), entry(AccountsCommand.self), entry(TokenCommand.self),
        entry(AdminConsentCommand.self), entry(MeCommand.self),
      ]),
    CommandGroup(
      "Calendar",
      [
        entry(TodayCommand.self), entry(WeekCommand.self), entry(MonthCommand.self),
        entry(AgendaCommand.self), entry(NextCommand.self), entry(JoinCommand.self),
        entry(EventsCommand.self), entry(InvitesCommand.self), entry(ConflictsCommand.self),
        entry(ShowCommand.self), entry(AttachmentsCommand.self),
        entry(NewEventCommand.self), entry(AddCommand.self), entry(EditEventCommand.self),
        entry(DeleteEventCommand.self), entry(CopyEventCommand.self), entry(MoveEventCommand.self),
        entry(RespondCommand.self), entry(ForwardEventCommand.self),
        entry(CancelEventCommand.self), entry(UndoCommand.self),
      ]),
    CommandGroup(
      "Scheduling",
      [
        entry(FreeCommand.self), entry(FreeBusyCommand.self), entry(FindTimeCommand.self),
        entry(RoomsCommand.self),
      ]),
    CommandGroup(
      "Mailbox",
      [
        entry(CalendarsCommand.self), entry(NewCalendarCommand.self),
        entry(EditCalendarCommand.self), entry(DeleteCalendarCommand.self),
        entry(ShareCalendarCommand.self), entry(CategoriesCommand.self),
        entry(NewCategoryCommand.self), entry(OutOfOfficeCommand.self),
        entry(EditSettingsCommand.self),
      ]),
    CommandGroup(
      "Contacts",
      [
        entry(ContactsCommand.self), entry(ShowContactCommand.self), entry(PickContactCommand.self),
        entry(NewContactCommand.self), entry(EditContactCommand.self),
        entry(DeleteContactCommand.self), entry(MoveContactCommand.self),
        entry(MergeContactsCommand.self), entry(ContactPhotoCommand.self),
        entry(ContactFoldersCommand.self), entry(NewContactFolderCommand.self),
        entry(EditContactFolderCommand.self), entry(DeleteContactFolderCommand.self),
        entry(DuplicatesCommand.self), entry(BirthdaysCommand.self), entry(PeopleCommand.self),
        entry(CompleteCommand.self),
      ]),
    CommandGroup(
      "Local copy",
      [
        entry(SyncCommand.self), entry(OutboxCommand.self), entry(WatchCommand.self),
        entry(RemindCommand.self),
      ]),
    CommandGroup("Files", [entry(ExportCommand.self), entry(ImportCommand.self)]),
    CommandGroup(
      "More",
      [
        entry(ApplyCommand.self), entry(APICommand.self), entry(ZonesCommand.self),
        entry(CompletionCommand.self), entry(MCPCommand.self), entry(ConfigCommand.self),
        entry(DoctorCommand.self),
        entry(VersionCommand.self),
      ]),
  ],
  topics: HelpTopics.all)

private func entry<Declaration: Command>(_ type: Declaration.Type) -> CommandEntry<any Command> {
  CommandEntry(type) { $0 }
}
