import CMalloc

/// How this process takes memory from the system.
package enum Allocator {
  /// Lets all threads share one growing piece of memory, which grows by large steps.
  ///
  /// A program that lives for milliseconds has few threads that take turns; a piece of its own for each
  /// of them costs a system call every few pages. To be called before the first thread is started.
  ///
  /// Source: mallopt(3), M_ARENA_MAX and M_TOP_PAD.
  package static func shareOneArena() {
    _ = mallopt(M_ARENA_MAX, 1)
    _ = mallopt(M_TOP_PAD, 1 << 20)
  }
}
