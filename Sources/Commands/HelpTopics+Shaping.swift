import Rendering

extension HelpTopics {
  /// What `--template` understands.
  static var templates: String {
    var text = """
      --template TEXT prints one line an item, of a list or alone, with its fields in braces:

        graphcal week --template '{start:%a %H:%M} {subject|40} {location}'
        graphcal contacts --template '{displayName|<30} {emailAddresses}'

        {FIELD}          any name that "graphcal COMMAND --fields" prints
        {FIELD:FORMAT}   a time, in the zone of the command
        {FIELD|WIDTH}    at most and at least so many columns of the terminal
        {FIELD:FORMAT|WIDTH}

      Names may go deeper: {organizer.name}.

      Names that "graphcal." stands before can do without it: {id} is the short id, {start} and {end}
      are RFC 3339 with an offset, or a date for all-day events. A full stop before a name means Graph's
      own property: {.id}. {etag} is the etag. Of what has parts the name is shown, of lists all elements
      between commas: {attendees} and {attendees.address}. What is missing is empty.

      Widths: 40 cuts and fills on the right, >8 fills on the left, ^8 on both sides, <40 only cuts.
      Blanks at the end of a line are left out.

      {{ and }} are braces, \\t is a tab, \\n a new line, \\\\ a backslash. Text of the mailbox stays on one
      line and is cleaned of what a terminal would obey.

      Times are written by these; all-day events have -- in place of hours and minutes.


      """
    let rows = TimeFormat.directives.map { "%\($0.letter) \($0.meaning)" }
    let half = (rows.count + 1) / 2
    for index in 0..<half {
      let left = rows[index]
      let right = index + half < rows.count ? rows[index + half] : ""
      let blanks = String(repeating: " ", count: max(1, 34 - left.count))
      text += "  " + left + (right.isEmpty ? "" : blanks + right) + "\n"
    }
    return text + "\n"
  }

  /// What `--jq` does.
  static let filters = """
    --jq FILTER prints what a filter of the jq language makes of the output of --json, which it implies;
    with --jsonl it gets the items one by one. No jq has to be installed, but its library does (Debian:
    libjq1).

      graphcal week --jq '.[].subject'
      graphcal week --jq '.[] | [.graphcal.start, .subject] | @tsv'
      graphcal week --jsonl --jq 'select(.isAllDay | not) | .subject'
      graphcal agenda --days 30 --jq 'map(.graphcal.durationMinutes // 0) | add / 60'

    Strings are printed as they are, other values as JSON on one line with sorted keys. On a terminal
    strings are cleaned of what it would obey.

    The language is that of the installed jq, and all of it but for what reads further input: import and
    include are refused, input and inputs find nothing. env and $ENV are the environment without the
    token. What is given to debug goes to standard error.

    A filter that is not understood is refused before anything is asked of the service, with status 2.
    One that stops with an error (error, halt_error, a value of the wrong kind) ends with status 1; what
    it had printed before stays. Words for people that a command prints in place of JSON go to standard
    error. Ctrl-C ends a filter that does not end.

    """
}
