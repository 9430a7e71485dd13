import Arguments

/// The pages of `graphcal help` that belong to no command.
enum HelpTopics {
  static let all: [HelpTopic] = [
    HelpTopic("times", "How times, dates and durations are written.") { times },
    HelpTopic("phrases", "What graphcal add understands.") { phrases },
    HelpTopic("repeat", "How --repeat writes a series.") { repetition },
    HelpTopic("refs", "How events and contacts are named.") { refs },
    HelpTopic("names", "How people are named on the command line.") { people },
    HelpTopic("offline", "What can be read and written without a network.") { offline },
    HelpTopic("json", "What --json, --jsonl and --fields print.") { json },
    HelpTopic("filters", "What --jq prints.") { filters },
    HelpTopic("templates", "How --template writes a line.") { templates },
    HelpTopic("exit-codes", "What each exit status means.") { exitCodes },
    HelpTopic("environment", "Environment variables and files.") { environment },
  ]

  private static let times = """
    Times are wall time in the zone of the command unless they carry an offset.

      2026-12-01T09:00   2026-12-01 09:00   2026-12-01T09:00:00+01:00   2026-12-01T08:00Z
      2026-12-01         a date
      9:00   9am   12:30pm                  today, also when already past
      now   today   tomorrow   yesterday    each also with a time: "tomorrow 9:00"
      fri   fri 15:00                       the first Friday from today on
      next fri                              the first Friday after today
      21 dec   dec 21   21 dec 2026 9:00    without a year the next such day from today on
      +2h   -1d   in 3 days                 counted from now

    A date given to --to is included, a time is not. The end of an all-day event is included.

    Weeks (graphcal week WHEN): any date, +1, -1, 2026-W53. Months (graphcal month WHEN): any date,
    +1, -1, 2026-12, dec (this month or the next of that name), dec 2027.

    Durations: 45m   1h30m   1:30   2d   PT45M

    A wall time that the clocks skip in spring is moved by the gap, and one that comes twice in
    autumn is the first; both are told, and an offset pins what is meant.

    The zone of a command: --tz, then "timeZone" of the configuration, then the mailbox's zone
    (not that of its working hours), then TZ or the machine's zone, then UTC with a warning. Zones
    are accepted by their IANA and Windows names; "graphcal zones" lists them.

    """

  private static let phrases = """
    graphcal add reads an event from one line of English. Words that say when, where, with whom or how
    often may stand anywhere; what is left is the subject. "Quoted words" always belong to the subject.

      today   tomorrow   fri   next fri   fri 4 dec   in 3 days   2026-12-24   24/12
      in two weeks   in 2 months   a week from monday   the 24th
      24 dec   dec 24   24th of december 2027    the next such day where no year is given
      2nd tuesday of december   last friday in march 2027   first of december
      24-26 dec   24 to 26 dec   24 dec to 3 jan   2 days from its first: 24 dec for 2 days
      12:30   9am   9 am   14h30   14h   noon   at 9   9 o'clock   in 2 hours
      7:30 tomorrow evening   at 7 tonight   9 in the morning   the half of the day is taken from that
      9-10:30   9:00-10:00   2-4pm   from 3 to 4pm   9am until noon   14h30 to 15h
      at 15:00 tomorrow until 16:30
      12:30 45m   2pm for 1h   2pm for 1 hour 30 min   2pm half an hour   2pm 1.5h
      tomorrow all day, or a day without a time
      every mon 9:15   daily 9:00   every 2 weeks on tue until 24 dec   every day 10 times
      mondays and fridays   1st of every month   first monday of every month   every 24 dec
      every mon for 6 weeks, monthly on 1 for 3 months: how long the series goes on
      @Cantina   @Room 4 tomorrow   @"Dr. May"   up to the next word that means something else
      with Ana and bo@contoso.example            a comma or "and" between people; w/ Ana
      remind me 15 min before   reminder 1h
      #food   #"Two words"   !private   !free   !tentative   !away

    A time without a day is today's, a time without a length 30 minutes. Bare hours from 9 on are read
    by a clock of 24 hours. What may mean two things is refused, with both: 4/5, at 3, two days, two
    times. Days as 24.12. and 4.5. are read like 24/12 and 4/5.

    A word of time that nothing can be made of is refused as well, with what was understood: tonight
    and tomorrow morning name no time of day, thu 10 may be ten o'clock or the tenth, "lunch 24th 12:00"
    is not today's, and no series leaves days out ("except sunday"). Times are in the
    zone of the command, and a zone beside them is refused: --tz ZONE says it. A day without a time is
    shown as free unless !busy or !away is said.

    Everything that was understood is told before the event is made: the day with its weekday, the zone,
    the length, place and people. On a terminal it is asked about; a script creates it at once unless
    somebody would get an invitation, which takes --yes.

    """

  private static let repetition = """
    --repeat takes plain words:

      daily   every 3 days   every other day
      weekdays   weekends   mon,wed   every other fri
      weekly   weekly on mon,wed   every 2 weeks on mon-thu
      monthly   monthly on 15   monthly on the last day   every 3 months on 31
      monthly on last fri   monthly on the 2nd tuesday   monthly on the first weekday
      yearly   yearly on 24 dec   yearly on the 4th thu of november

    or an RRULE of RFC 5545: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10. What is left unsaid comes
    from --start: its weekday, its day of the month, its month. --until D ends the series with its
    last event on or before that day, --count N after so many; in an RRULE, UNTIL and COUNT do.

    A series begins on a day of its own: when --start is none, on the first after it, which is told.
    It goes by the clock on the wall, so that nine o'clock stays nine o'clock when clocks change;
    its zone has to be one with a Windows name ("graphcal zones").

    Outlook counts from the first to the fourth of a month, and the last. A fifth Friday, a last but
    one, several days of a month, weeks by number and times of day are refused: it has no form for
    them. In months without a day 31 (30, 29) it takes the last day, where an RRULE skips them; that
    is told.

    """

  private static let refs = """
    REF names an event or a contact in one of three ways:

      3            the row number in the last list printed on this terminal, for a day
      k7mp         a short id as lists show it: four signs or more, as many as are unique
      AAMkAGI2…    the full id, as "id" in --json

    Short ids are made from the full id and stay the same on every machine. One of an event that this
    machine has not listed yet is looked for from 90 days ago to 400 days ahead.

    """

  private static let people = """
    Where a person is asked for, any of these will do:

      ana@contoso.example           an address, which costs no request
      "Ana <ana@contoso.example>"   with the name that others see
      ana, "ana garcia"             a name, in any letter case, with or without accents
      me                            yourself

    A name is looked for in your contacts, in all their folders, and among the people you work with;
    that needs the permissions Contacts.Read and People.Read, and says so where one is missing. Where
    nobody is found there, the people of your meetings of the last and next three months are looked
    through. What a name was taken for is told.

    A whole name, nickname or address goes before a first name or surname alone, and that before the
    beginning of one. A name that several people have is refused, with their addresses; one that
    nobody has is exit status 3. Options such as --attendee take several people parted by semicolons.

    """

  private static let offline = """
    "graphcal sync" keeps a copy of calendars and contacts on this machine. From then on lists come
    from it; without a network they say how old they are. --offline asks nobody and needs no sign-in,
    --fresh asks the service. free, people, show and show-contact are answered from the copy too.

    With --offline these write into an outbox, also where there is no copy for what is new:

      new-event   add   edit-event   delete-event   respond
      new-contact   edit-contact   delete-contact   undo

    What is written is checked, asked about and shown as ever. Lists from the copy have it at once, as
    "not sent yet", in JSON "pending" of "graphcal"; its short id can be used, and goes on naming it.
    People by name are looked for among the contacts of the copy and whoever its events name. Series
    that were sent, files and rooms need the service: exit status 7.

    "graphcal sync" sends what waits, in its order, before it reads what is new. Invitations and
    answers go out then. "graphcal status" and "graphcal outbox" show what waits. "graphcal undo" takes
    the last of it out again.

    Where something was changed or deleted elsewhere since, nothing is written over that: it is kept as
    a conflict with both sides, and the exit status of sync is 6. So is what the service refuses, with
    status 9, and what comes after it for the same event or contact. Then

      graphcal outbox retry N   sends it all the same, over what is there now
      graphcal outbox drop N    gives it up

    A service that cannot be reached or is busy ends the sending with status 7, and the rest waits.

    """

  private static let json = """
    --json prints one JSON value: an array for a list, an object for a single thing. --jsonl prints
    one item a line. Items are resources of Microsoft Graph with Graph's names. Keys are sorted and
    the output is UTF-8 in every locale; control characters are escaped.

    Items of a list hold exactly these properties, null where the service sent none, and
    "@odata.etag" and "graphcal"; "graphcal COMMAND --fields" prints their names. "start" and "end"
    are in the zone of the command, with its IANA name.

    "graphcal" holds what was computed:
      id               the short id, all twelve signs
      start, end       RFC 3339 with offset; plain dates for all-day events, the end exclusive
      durationMinutes  from the instants; not for all-day events
      calendar         the name of the calendar
      account          the user name
      pending          true for what was written offline and not sent yet; otherwise absent
      stuck            conflict or refused, where a change written offline cannot be sent as it is and
                       is not shown (graphcal outbox); otherwise absent
      mailbox          whose mailbox it is in, when that is not the account's own (--of)
      rrule            the rule of a series, when one is shown whole; RFC 5545, UNTIL in UTC
      unknownZone      the zone's name when nobody here knows it; start and end are then null

    --fields a,b.c keeps only these; --jq and --template make other things of it (graphcal help filters,
    graphcal help templates). docs/schema holds a JSON Schema for what each command prints. Errors are one line of JSON on stderr:
    {"error":{"code","message","hint","requestId","status"}}

    """

  private static var exitCodes: String {
    var text = "Exit status\n\n    0  done, also when the result is empty\n"
    for kind in Failure.Kind.allCases {
      let number = String(kind.rawValue)
      text += String(repeating: " ", count: 5 - number.count) + number + "  " + kind.meaning + "\n"
    }
    return text
  }

  private static let environment = """
    Files
      $XDG_CONFIG_HOME/graphcal/AuthSettings.json   the app registration: AppId, TenantId, Cloud,
                                                    GraphScopes; graphcal setup writes it
      $XDG_CONFIG_HOME/graphcal/config.json         preferences, aliases; graphcal config lists and
                                                    sets them, comments are allowed
      $XDG_STATE_HOME/graphcal/token-cache.json     tokens, in the format of Microsoft's MSAL, 0600
      $XDG_STATE_HOME/graphcal/state.sqlite         remembered facts and short ids; may be deleted
      $XDG_STATE_HOME/graphcal/mailbox-….sqlite     the local copy (graphcal sync), the outbox and
                                                    what undo needs, one file an account, 0600

    Environment
      GRAPHCAL_CLIENT_ID, GRAPHCAL_TENANT   before the settings file
      GRAPHCAL_AUTH_SETTINGS                another settings file
      GRAPHCAL_TOKEN_CACHE                  another token cache
      GRAPHCAL_ACCESS_TOKEN                 used as it is and never stored; no file is touched then
      GRAPHCAL_ACCOUNT                      the account, as --account
      GRAPHCAL_READ_ONLY                    any value but 0: as --read-only
      GRAPHCAL_NOW                          what "now" means for calendars, for tests
      GRAPHCAL_GRAPH_URL                    another root of Graph, with its version
      GRAPHCAL_LOGIN_URL                    another root of the sign-in service
      VISUAL, EDITOR                        the editor of --editor
      GRAPHCAL_PAGER, PAGER                 what shows more than a screen; before and behind the preference
                                            "pager"; less without them, none for "" and cat
      HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE  as everywhere
      NO_COLOR, CLICOLOR_FORCE, COLUMNS, TZ, TZDIR, LC_ALL, LC_TIME, LANG

    """
}
