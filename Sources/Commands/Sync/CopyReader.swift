import CalendarTime
import FoundationEssentials
import GraphAPI
import HTTP
import Host
import JSON
import Store
import Terminal

/// The local copy of a mailbox, where it may answer in the place of the service.
struct CopyReader: Sendable {
  /// Which calendars or folders have to be up to date.
  enum Need: Sendable {
    case standardCalendar
    case allCalendars
    case contacts

    /// Whether a calendar or folder is one of them.
    func includes(_ collection: CopyCollection) -> Bool {
      collection.kind == kind
        && (self != .standardCalendar || collection.resource["isDefaultCalendar"]?.bool == true)
    }

    var kind: CopyKind { self == .contacts ? .contactFolder : .calendar }
    var permission: Permission { self == .contacts ? .readContacts : .readCalendars }
  }

  var context: Context
  var store: MailboxStore
  /// The calendars or folders that are up to date, in the order of the service.
  var collections: [CopyCollection]

  /// The default calendar.
  var standardCalendar: CopyCollection? {
    collections.first { $0.resource["isDefaultCalendar"]?.bool == true }
  }

  /// Everything of a calendar that may touch the range, as its view has it.
  func events(
    around range: Range<Date>, in calendar: CopyCollection
  ) async throws(Failure) -> [JSON] {
    do {
      return try await store.events(around: range, in: calendar, zones: context.zones)
        .map { .object($0) }
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }

  /// The contacts of a folder with these properties alone, as the service would give them.
  func contacts<Item: Sendable>(
    in folder: CopyCollection, properties: [String], as made: @Sendable (JSON) -> Item?
  ) async throws(Failure) -> [Item] {
    let wanted = Set(properties + ["@odata.etag", "graphcal"])
    do {
      return try await store.contacts(in: folder) { contact in
        made(.object(JSONObject(distinct: contact.members.filter { wanted.contains($0.key) })))
      }
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }
}

extension Context {
  /// The local copy for a read, brought up to date where it is too old; nil where the service has to be
  /// asked: there is no copy, it does not reach far enough, or it may not be used.
  ///
  /// Where the service cannot be reached the copy answers as it is, and its age is told. A range that
  /// nobody asked for, `isUsual`, is answered offline as far as the copy reaches.
  ///
  /// - Throws: `Failure` of kind notFound with `--offline` where the copy cannot answer.
  func copyReader(
    _ need: CopyReader.Need, covering range: Range<Date>? = nil, isUsual: Bool = false,
    session: Session
  ) async throws(Failure) -> CopyReader? {
    if !options.offline { await tellWaiting(session) }
    guard !options.fresh else { return nil }
    guard session.mailbox == nil, tokenGiver == nil, !session.accountKey.isEmpty,
      let store = MailboxFile.store(account: session.accountKey, environment: environment)
    else {
      return try without("no local copy can be kept of this mailbox")
    }
    let known: [CopyCollection]
    do { known = try await store.collections() ?? [] } catch {
      let failure = Failure(error, doing: "read the local copy")
      if options.offline { throw failure }
      note("the local copy is not used: \(failure.shortWhy)")
      return nil
    }
    let needed = known.filter(need.includes)
    guard !needed.isEmpty, let synced = LocalCopy.time(of: needed) else {
      return try without("there is no complete copy of the mailbox on this machine")
    }
    if let range, let hole = hole(in: needed, for: range) {
      switch (options.offline, isUsual) {
      case (false, false): note("\(hole): asking the service")
      case (false, true): detail("\(hole): asking the service")
      case (true, true): note(hole)
      case (true, false): break
      }
      if !options.offline || !isUsual { return try without(hole, hint: widening(to: range)) }
    }
    let reader = CopyReader(context: self, store: store, collections: needed)
    let age = now().timeIntervalSince(synced)
    let isYoung = (-60...configuration.freshness.seconds).contains(age)
    if options.offline {
      let last = await CopyMark.last(in: state)
      let knowsAll = needed.allSatisfy { $0.mark == last }
      if !isYoung || !knowsAll { await noteAge(of: needed) }
      return reader
    }
    let last = await CopyMark.last(in: state)
    if isYoung, needed.allSatisfy({ $0.mark == last }) { return reader }
    return try await refreshed(reader, need, session)
  }

  /// The copy after a short round, or as it is where the service cannot be reached.
  private func refreshed(
    _ reader: CopyReader, _ need: CopyReader.Need, _ session: Session
  ) async throws(Failure) -> CopyReader? {
    // Somebody waits who can be answered from the copy, so nothing is tried again.
    var hasty = self
    hasty.graphTransport = LimitedTransport(base: wire)
    do {
      let session = try await hasty.session(session, needing: need.permission)
      let sync = try MailboxSync(context: hasty, session: session)
      guard let fresh = try await sync.refresh(reader.collections, need) else { return nil }
      return CopyReader(context: self, store: sync.store, collections: fresh)
    } catch {
      switch error.kind {
      case .interrupted, .signedOut, .refused: throw error
      case .tryAgain:
        await noteAge(of: reader.collections, because: error)
        return reader
      default:
        note("the local copy is not used: \(error.shortWhy)")
        return nil
      }
    }
  }

  /// The local copy as it is, for a read that the service could not answer; nil where there is none.
  ///
  /// Its age is told, and why it answers; of a range, what it does not have.
  func lastResort(
    _ need: CopyReader.Need, covering range: Range<Date>? = nil, because error: Failure,
    session: Session
  ) async -> CopyReader? {
    guard !options.fresh, error.kind == .tryAgain, session.mailbox == nil, tokenGiver == nil,
      let store = MailboxFile.store(account: session.accountKey, environment: environment),
      let known = try? await store.collections()
    else { return nil }
    let needed = known.filter(need.includes)
    guard !needed.isEmpty, LocalCopy.time(of: needed) != nil else { return nil }
    await noteAge(of: needed, because: error)
    if let range, let hole = hole(in: needed, for: range) { note(hole) }
    return CopyReader(context: self, store: store, collections: needed)
  }

  /// Tells once how old these are, whether they know of the last write, and why they answer.
  func noteAge(of collections: [CopyCollection], because error: Failure? = nil) async {
    let synced = LocalCopy.time(of: collections) ?? now()
    let last = await CopyMark.last(in: state)
    let knowsAll = collections.allSatisfy { $0.mark == last }
    let age =
      "as of \(LocalCopy.age(since: synced, now: now()))"
      + (knowsAll ? "" : ", before the last change made on this machine")
    guard let error else {
      if !options.quiet { console.noteOnce(age) }
      return
    }
    // What was asked for is not what is shown, which --quiet does not hide.
    console.noteOnce(
      age + ": " + (error.status == nil ? "the service cannot be reached" : error.shortWhy))
    if error.status == nil { detail(error.shortWhy) }
  }

  /// What of a range no copy has, in words; nil where the copy has all of it.
  private func hole(in collections: [CopyCollection], for range: Range<Date>) -> String? {
    for collection in collections {
      guard let window = collection.window else { return "the local copy has no days" }
      if window.lowerBound > range.lowerBound || window.upperBound < range.upperBound {
        let last = Zone.utc.date(at: window.upperBound).adding(days: -1)
        return "the local copy has \(Zone.utc.date(at: window.lowerBound)) to \(last) only"
      }
    }
    return nil
  }

  /// What has to be done for a copy to have all of a range.
  private func widening(to range: Range<Date>) -> String {
    let wanted = configuration.copiedDays
    let today = Zone.utc.date(at: now()).daysSinceEpoch
    let back = today - Zone.utc.date(at: range.lowerBound).daysSinceEpoch
    let ahead = Zone.utc.date(at: range.upperBound).daysSinceEpoch - today
    let missing = [
      ("syncDaysBack", back, wanted.back), ("syncDaysAhead", ahead, wanted.ahead),
    ].filter { $0.1 > $0.2 }
    guard missing.allSatisfy({ $0.1 <= CopiedDays.limit }) else {
      return "leave out --offline: a copy reaches \(CopiedDays.limit) days from today at most"
    }
    // Its days move on with today, but not at once.
    guard !missing.isEmpty else { return "graphcal sync --full, or leave out --offline" }
    let path =
      (try? Paths(environment: environment).config("graphcal/config.json")) ?? "config.json"
    let settings = missing.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
    return "write \(settings) into \(path), then graphcal sync; or leave out --offline"
  }

  /// The way without a copy: to the service, or nowhere.
  private func without(
    _ why: String, hint: String = "graphcal sync, or leave out --offline"
  ) throws(Failure) -> CopyReader? {
    guard options.offline else { return nil }
    throw Failure(.notFound, "this cannot be answered offline", why: why, hint: hint)
  }
}

extension Duration {
  /// In seconds, as dates count.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
