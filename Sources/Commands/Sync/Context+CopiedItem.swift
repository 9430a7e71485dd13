import CalendarTime
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import Store

/// One item whole, and how to ask for more about it.
struct SingleItem: Sendable {
  var resource: JSONObject
  /// The context of the command; where the copy has answered it asks no server any more.
  var context: Context
  var session: Session
}

extension Context {
  /// One item whole: from the service, or from the local copy with `--offline` and where the service
  /// cannot be reached; then the age of the copy is told.
  ///
  /// A single item is always asked for while that is possible, since what is looked at closely should
  /// be right.
  ///
  /// - Parameters:
  ///   - kind: of what it is.
  ///   - id: the full id.
  ///   - session: of the account it is in.
  ///   - action: what is done, for errors.
  ///   - ask: the request, sent by a session that does not try for long where the copy has it.
  /// - Returns: the item, and how to ask for more about it.
  /// - Throws: `Failure` of kind notFound with `--offline` where the copy does not have it.
  func single(
    _ kind: CopyKind, _ id: String, session: Session, doing action: String,
    ask: (Session) async throws(GraphError) -> JSONObject
  ) async throws(Failure) -> SingleItem {
    let found: (resource: JSONObject, collection: CopyCollection)?
    do {
      found = try await copiedItem(kind, id, session: session)
    } catch {
      if options.offline { throw error }
      found = nil
    }
    if options.offline {
      guard let found else {
        throw notCopied("the local copy does not have it")
      }
      let age = now().timeIntervalSince(found.collection.synced ?? now())
      if !(-60...configuration.freshness.seconds).contains(age) {
        await noteAge(of: [found.collection])
      }
      return SingleItem(resource: found.resource, context: self, session: session)
    }
    if let found, PendingWrite.isTemporary(id) {
      // No server knows it yet.
      return SingleItem(resource: found.resource, context: self, session: session)
    }
    let asking = found == nil ? session : hasty(session)
    do {
      return SingleItem(resource: try await ask(asking), context: self, session: session)
    } catch {
      let failure = Failure(error, doing: action, in: session)
      guard failure.kind == .tryAgain, !options.fresh, let found else { throw failure }
      await noteAge(of: [found.collection], because: failure)
      let cut = OfflineTransport(because: "the service could not be reached")
      var context = self
      context.options.offline = true
      context.graphTransport = cut
      return SingleItem(
        resource: found.resource, context: context, session: session.using(cut))
    }
  }

  /// One item as the copy has it; nil where there is no copy, or it does not have it.
  func copiedItem(
    _ kind: CopyKind, _ id: String, session: Session
  ) async throws(Failure) -> (resource: JSONObject, collection: CopyCollection)? {
    guard !options.fresh, session.mailbox == nil, tokenGiver == nil, !session.accountKey.isEmpty,
      let store = MailboxFile.store(account: session.accountKey, environment: environment)
    else { return nil }
    do {
      guard let (item, place) = try await store.item(id, kind, zones: zones) else { return nil }
      var resource = item
      let collections = (try await store.collections() ?? []).filter { $0.kind == kind }
      guard let collection = collections.first(where: { $0.id == place }) ?? collections.first
      else {
        return nil
      }
      // Lists of changes name the type of each item, an item by itself does not.
      resource["@odata.type"] = nil
      return (resource, collection)
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
  }

  /// Everybody of the local copy whom a text may mean, the most likely first.
  ///
  /// - Throws: `Failure` of kind notFound where there is no copy.
  func copiedPeople(
    matching text: String, session: Session
  ) async throws(Failure) -> [CopiedPerson] {
    guard tokenGiver == nil, !session.accountKey.isEmpty,
      let store = MailboxFile.store(account: session.accountKey, environment: environment)
    else { throw missingCopy(nil) }
    var found: [CopiedPerson]?
    do {
      // What waits in the outbox alone is no copy.
      if try await !(store.collections() ?? []).isEmpty {
        found = try await store.people(matching: text, on: Zone.utc.date(at: now()))
      }
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
    guard let found else { throw missingCopy(nil) }
    return found
  }

  /// Refuses offline what no copy has.
  ///
  /// - Throws: `Failure` of kind tryAgain with `--offline`.
  func requireNetwork(for what: String, because why: String) throws(Failure) {
    guard options.offline else { return }
    throw Failure(.tryAgain, "\(what) offline", why: why, hint: "leave out --offline")
  }

  /// The same session on a wire that tries nothing twice, for what there is another answer to.
  func hasty(_ session: Session) -> Session { session.using(LimitedTransport(base: wire)) }

  /// That something is not there without the service.
  func notCopied(_ why: String) -> Failure {
    Failure(
      .notFound, "this cannot be answered offline", why: why,
      hint: "graphcal sync, or leave out --offline")
  }
}

extension Session {
  /// The same session on another wire.
  func using(_ transport: any Transport) -> Session {
    var session = self
    session.graph = graph.using(transport)
    return session
  }
}
