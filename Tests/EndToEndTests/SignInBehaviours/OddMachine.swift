import Foundation

/// Ways to run a program on a machine that is not as usual; each says why it cannot be had here.
enum OddMachine {
  static let isRoot = getuid() == 0

  /// Whether this process may mount; root in a container often may not.
  static let canMount: Bool = {
    guard isRoot,
      let process = try? Process.run(
        URL(filePath: "/bin/sh"),
        arguments: [
          "-c", "unshare -m mount -t tmpfs -o size=64k none /mnt 2>/dev/null",
        ])
    else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Wraps a shell line so that `folder` is read-only while it runs.
  static func readOnly(_ folder: String, _ line: String) -> String {
    guard isRoot else {
      return "chmod -R a-w '\(folder)'; \(line); s=$?; chmod -R u+w '\(folder)'; exit $s"
    }
    return """
      unshare -m sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec sh -c "$1"' \
      '\(folder)' '\(line)'
      """
  }

  /// Wraps a shell line so that `folder`, with what is in it, is a disk of 64 KiB without a free block.
  static func fullDisk(_ folder: String, _ line: String) -> String {
    """
    unshare -m sh -c 'mkdir "$0.disk" && mount -t tmpfs -o size=64k,mode=700 none "$0.disk" \
    && cp -a "$0/." "$0.disk/" && mount --move "$0.disk" "$0" || exit 99
    dd if=/dev/zero of="$0/fill" bs=512 2>/dev/null
    sh -c "$1"; s=$?; cat "$0/token-cache.json" > "$0.after"; exit $s' '\(folder)' '\(line)'
    """
  }
}

/// A user without any rights, whom only root can become.
struct Nobody {
  static let identifier = 65534
  static let reason = "skipped: only root with setpriv can run a program as another user"
  static let canBe = OddMachine.isRoot && Program.isInstalled("setpriv")

  private let home: Home
  private let program: String

  /// Gives the home to nobody, with a program in it that nobody may run.
  init(in home: Home) throws {
    self.home = home
    let folder = home.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    program = folder + "/graphcal"
    let original = Program.path("graphcal")
    if link(original, program) != 0 {
      try FileManager.default.copyItem(atPath: original, toPath: program)
    }
    let inside = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path)
    for path in [home.folder.path] + inside.map(home.path) where path != program {
      lchown(path, UInt32(Self.identifier), UInt32(Self.identifier))
    }
  }

  func graphcal(_ words: String...) async throws -> Outcome {
    let user = String(Self.identifier)
    return try await Program.run(
      "/usr/bin/setpriv",
      ["--reuid", user, "--regid", user, "--clear-groups", program] + words,
      environment: home.environment)
  }
}
