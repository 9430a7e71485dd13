import Host
import Store

/// A folder with one file an item, as khal, khard, todoman and vdirsyncer keep theirs.
///
/// Source: vdirsyncer, "The Vdir Storage Format": one item a file, files that begin with a dot left
/// alone, each written under another name first, `displayname` and `color` beside them.
struct VdirFolder: Sendable {
  var path: String
  /// With its full stop: `.ics`.
  var ending: String
  var randomness: Randomness

  /// The largest file that is read.
  static let largest = 32 << 20

  /// Whether there is such a folder.
  var isThere: Bool {
    get throws(Failure) {
      let status: FileStatus?
      do {
        status = try Files.status(of: path)
      } catch {
        throw Self.failure("open", path, error)
      }
      guard let status else { return false }
      guard status.kind == .folder else {
        throw Failure(
          .usage, "\(path) is no folder", hint: "move it away, so that a folder can be made there")
      }
      return true
    }
  }

  func make() throws(Failure) {
    do {
      try Files.createPrivateFolder(path)
    } catch {
      throw Self.failure("make", path, error)
    }
  }

  /// The names of the files of items, sorted.
  func names() throws(Failure) -> [String] {
    do {
      return try Files.names(in: path)
        .filter { $0.lowercased().hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
    } catch {
      throw Self.failure("list", path, error)
    }
  }

  /// What a file holds.
  func read(_ name: String) throws(HostError) -> [UInt8] {
    try Files.read(Paths.join(path, name), limit: Self.largest)
  }

  /// Puts a file down, whole or not at all, in the place of what it was.
  func write(_ bytes: [UInt8], named name: String) throws(Failure) {
    do {
      try NewFile.write(
        bytes, to: Paths.join(path, name), replacing: true, randomness: randomness)
    } catch {
      throw Self.failure("write", Paths.join(path, name), error)
    }
  }

  func remove(_ name: String) throws(Failure) {
    do {
      try Files.remove(Paths.join(path, name))
    } catch {
      throw Self.failure("remove", Paths.join(path, name), error)
    }
  }

  /// Writes what people call the folder, or its colour, where that differs; nil takes it away.
  func describe(_ name: String, _ text: String?) throws(Failure) {
    let old = try? Files.readIfPresent(Paths.join(path, name), limit: 4096)
    let new = text.map { Array($0.utf8) }
    if let new, old != new { try write(new, named: name) }
    if new == nil, old != nil { try remove(name) }
  }

  /// The name of the file of an identity: the identity where a file can be called so, else a name that is
  /// made of it.
  func name(for uid: String) -> String {
    let isPlain =
      (1...120).contains(uid.utf8.count) && uid.first != "." && uid.first != "-"
      && uid.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.@+=".utf8.contains(byte)
        }
      }
    return (isPlain ? uid : ShortID.of(uid)) + ending
  }

  /// A name beside a file that no program takes for an item, and that nothing has yet.
  func conflictName(for file: String) throws(Failure) -> String {
    let taken: Set<String>
    do {
      taken = Set(try Files.names(in: path))
    } catch {
      throw Self.failure("list", path, error)
    }
    var name = file + ".conflict"
    var number = 1
    while taken.contains(name) {
      number += 1
      name = "\(file).conflict-\(number)"
    }
    return name
  }

  /// By which it is known whether bytes have changed.
  static func print(_ bytes: [UInt8]) -> String {
    "\(bytes.count)-" + ShortID.of(String(decoding: bytes, as: UTF8.self))
  }

  private static func failure(_ action: String, _ path: String, _ error: HostError) -> Failure {
    Failure(
      .general, "cannot \(action) \(path)", why: error.explanation,
      hint: "give --vdir a folder that you may write to")
  }
}
