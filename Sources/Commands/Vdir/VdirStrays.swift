import Host
import Terminal

/// Files of events and contacts that lie below the folder, but where no calendar or folder of contacts
/// keeps its own.
///
/// Names that begin with a dot are left out, links are not followed, and folders that lie deeper than
/// `deepest` are not looked into.
struct VdirStrays {
  /// One such file.
  struct File: Equatable {
    /// The folder it lies in, below the one that was named; empty for that one itself.
    var folder: String
    var name: String
    /// With its full stop: `.ics`.
    var ending: String

    /// Where it lies, below the folder that was named.
    var path: String { folder.isEmpty ? name : Paths.join(folder, name) }
  }

  private(set) var files: [File] = []
  /// Folders that cannot be looked into, and why.
  private(set) var closed: [(folder: String, why: String)] = []

  private let root: String
  /// The endings of the files that belong into a folder, by its place.
  private let owners: [String: String]

  /// Collections lie two folders deep; one more is looked into.
  private static let deepest = 3
  private static let endings = [".ics", ".vcf"]

  /// Looks through the folder; reads no file.
  init(in root: String, _ collections: [VdirCollection]) {
    self.root = root
    owners = Dictionary(collections.map { ($0.place, $0.folder.ending) }) { first, _ in first }
    look(in: "", depth: 0)
  }

  private mutating func look(in folder: String, depth: Int) {
    do throws(HostError) {
      let whole = folder.isEmpty ? root : Paths.join(root, folder)
      // A dry run may be about a folder that is not made yet.
      guard try Files.status(of: whole) != nil else { return }
      for name in try Files.names(in: whole).sorted() where !name.hasPrefix(".") {
        let ending = Self.endings.first { name.lowercased().hasSuffix($0) }
        if let ending, ending == owners[folder] { continue }
        switch try Files.status(of: Paths.join(whole, name), followLink: false)?.kind {
        case .folder where depth < Self.deepest:
          look(in: folder.isEmpty ? name : Paths.join(folder, name), depth: depth + 1)
        case .regular:
          if let ending { files.append(File(folder: folder, name: name, ending: ending)) }
        default: continue
        }
      }
    } catch {
      closed.append((folder, error.explanation))
    }
  }

  /// Says which files nothing is done about, where somebody may have meant that something is.
  ///
  /// Folders of other names are people's own, and not spoken of.
  func tell(in context: Context, of named: String) {
    for (folder, why) in closed {
      context.note("\(TextSanitizer.line(Paths.join(named, folder))) is left out: \(why)")
    }
    let rooms = Set(["", "calendars", "contacts"] + owners.keys)
    for ending in Self.endings {
      let loose = files.filter { $0.ending == ending && rooms.contains($0.folder) }
      let folders = Dictionary(grouping: loose, by: \.folder)
      for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
        let place = folder.isEmpty ? named : folder
        let (verb, word) = files.count == 1 ? ("is", "it") : ("are", "them")
        let home = ending == ".ics" ? "the folder of a calendar" : "a folder of contacts"
        context.note(
          "\(Plural.of(files.count, "file")) in \(TextSanitizer.line(place)) \(verb) left alone: "
            + "move \(word) into \(home)")
      }
    }
  }

  /// Lets the collections know which of their files have only gone elsewhere: such an item is not deleted.
  ///
  /// A file is known by its UID, and by its name where it cannot be read. None is read as long as every
  /// item has its file.
  func hold(_ collections: inout [VdirCollection]) {
    for ending in Self.endings {
      let losers = collections.indices.filter { collections[$0].folder.ending == ending }
        .map { (place: $0, missing: collections[$0].missing) }.filter { !$0.missing.isEmpty }
      guard let side = losers.first.map({ collections[$0.place].side }) else { continue }
      for file in files where file.ending == ending {
        let key = identity(of: file, side)
        for (place, missing) in losers {
          let memory = collections[place].memory
          let found = key ?? missing.first { memory[$0]?.file == file.name }
          if let found, missing.contains(found) { collections[place].strayed[found] = file.path }
        }
      }
    }
  }

  /// The identity of the item that a file is of, small; nil where it cannot be read.
  private func identity(of file: File, _ side: any VdirSide) -> String? {
    do {
      let bytes = try Files.read(Paths.join(root, file.path), limit: VdirFolder.largest)
      return try side.identity(of: bytes).uid.lowercased()
    } catch {
      return nil
    }
  }
}
