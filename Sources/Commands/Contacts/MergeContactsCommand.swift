package import Arguments
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal merge-contacts`: makes one contact of several.
package struct MergeContactsCommand: Command {
  package static let name = "merge-contacts"
  package static let summary = "Make one contact of several of the same person."
  package static let discussion = """
    The first REF stays and keeps what it has. What the others have besides fills its empty places; what \
    finds no place any more goes into its note, a line each, so nothing is lost. A picture comes along \
    where the first has none. What will change is shown first, then it is asked, and the others are \
    deleted last, when the first holds everything.

    "graphcal undo" takes all of it back at once: the first as it was, the others with their pictures, in \
    their folders and with their labels. They have new ids, which are printed; their old short ids go on \
    naming them.

    With --json the contact is printed with "graphcal.merge": what it got, and the ids of those deleted.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("REF", atLeast: 2, "The contact that stays, then those that go.", into: \.references)
      .completing(.known(.contact))
  ]
  package static let options: [Option<Self>] = []
  package static let examples = [
    Example("merge-contacts 1 2", "Two rows of the last list, shown and asked first."),
    Example("merge-contacts k7mp m2xx --dry-run", "The requests that it takes."),
  ]

  var references: [String] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a merge of contacts")
    let (ids, session) = try await ContactReferences(context: context).ofOneAccount(references)
    guard ids.count > 1 else {
      throw Failure(
        .usage, "all these references name the same contact",
        hint: "graphcal duplicates finds contacts of the same person")
    }
    let snapshots = try await ContactSnapshot.read(ids, session: session, in: context)
    let merging = try ContactMerging(snapshots, context: context, session: session)
    try merging.requirePictures()
    if context.options.dryRun {
      return try context.printDryRun(try merging.requests(), by: session)
    }
    if !context.options.isForScripts { merging.tell() }
    try context.confirm(await merging.question(), refusal: "nothing was merged")
    try await merging.run(references: references)
  }
}
