import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Reads when people are taken: from the service, or, for a personal account, from the calendars that
/// it can read.
struct ScheduleReader {
  var context: Context
  var session: Session
  /// Where whole days begin and end.
  var zone: Zone
  /// Minutes of one digit of the view.
  var interval = ScheduleRequests.usualInterval

  /// What the service says about each address, in their order; trouble of a single one is in its entry.
  func information(
    _ addresses: [String], in range: Range<Date>
  ) async throws(Failure) -> [ScheduleInformation] {
    if session.isPersonal { return try await computed(addresses, in: range) }
    do {
      return try await asked(addresses, in: range)
    } catch {
      // With nothing but a token, its kind of account is found out by trying.
      guard session.accountKey.isEmpty, case .server(let server) = error, server.status == 403
      else {
        throw Failure(error, doing: "read when people are free")
      }
      return try await computed(addresses, in: range)
    }
  }

  // MARK: From the service

  private func asked(
    _ addresses: [String], in range: Range<Date>
  ) async throws(GraphError) -> [ScheduleInformation] {
    let batches = stride(from: 0, to: addresses.count, by: ScheduleRequests.batch).map {
      Array(addresses[$0..<min($0 + ScheduleRequests.batch, addresses.count)])
    }
    let pieces = ScheduleRequests.pieces(of: range, interval: interval)
    let reader = self
    let results = await withTaskGroup(
      of: (Int, Result<[ScheduleInformation], GraphError>).self
    ) { group in
      for (index, batch) in batches.enumerated() {
        group.addTask {
          do throws(GraphError) {
            return (index, .success(try await reader.batch(batch, pieces)))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var entries: [ScheduleInformation] = []
    for (_, result) in results.sorted(by: { $0.0 < $1.0 }) { entries += try result.get() }
    return entries
  }

  /// A batch over all pieces of the range.
  ///
  /// The members of a list count as people, so a batch can be too large for what it holds; it is then
  /// asked for one by one.
  private func batch(
    _ addresses: [String], _ pieces: [Range<Date>]
  ) async throws(GraphError) -> [ScheduleInformation] {
    do {
      return try await joined(addresses, pieces)
    } catch .server(let server) where server.status == 400 {
      var entries: [ScheduleInformation] = []
      for address in addresses {
        do throws(GraphError) {
          guard addresses.count > 1 else { throw .server(server) }
          entries += try await joined([address], pieces)
        } catch .server(let server) where server.status == 400 {
          entries.append(
            ScheduleInformation(
              id: address, errorCode: server.code, message: server.message ?? "HTTP 400"))
        }
      }
      return entries
    }
  }

  private func joined(
    _ addresses: [String], _ pieces: [Range<Date>]
  ) async throws(GraphError) -> [ScheduleInformation] {
    var whole: [String: ScheduleInformation] = [:]
    for piece in pieces {
      let request = ScheduleRequests.schedule(
        of: addresses, in: piece, interval: interval, zone: zone)
      for entry in try await session.graph.list(request).items.compactMap(ScheduleInformation.init)
      {
        let key = entry.id.lowercased()
        if whole[key]?.join(entry) == nil { whole[key] = entry }
      }
    }
    return addresses.map { address in
      whole[address.lowercased()]
        ?? ScheduleInformation(
          id: address, errorCode: nil, message: "the service said nothing about this address")
    }
  }

  // MARK: From calendars

  private func computed(
    _ addresses: [String], in range: Range<Date>
  ) async throws(Failure) -> [ScheduleInformation] {
    context.note(
      "personal accounts cannot ask for free/busy: computed from the calendars you can read")
    let reader = BusyReader(context: context, session: session, zone: zone)
    let own = try await PeopleResolver(context: context, session: session).own()
    var entries: [ScheduleInformation] = []
    for address in addresses {
      let isOwn = own.addresses.contains { $0.lowercased() == address.lowercased() }
      let calendars =
        isOwn
        ? try await reader.calendars(named: []) : try await reader.calendars(of: address)
      guard !calendars.isEmpty else {
        entries.append(
          ScheduleInformation(
            id: address, errorCode: "ErrorNoFreeBusyAccess",
            message: "no calendar of theirs is shared with you"))
        continue
      }
      let schedule = try await reader.schedule(of: calendars, in: range)
      entries.append(
        ScheduleInformation(id: address, schedule: schedule, range: range, interval: interval))
    }
    return entries
  }
}

extension Session {
  /// Whether this is known to be the account of a person rather than of an organisation.
  ///
  /// The key of an account ends in its tenant, and all personal accounts live in one.
  /// Source: Microsoft identity platform, "ID token claims reference", claim `tid`.
  var isPersonal: Bool { accountKey.lowercased().hasSuffix("." + Self.personalTenant) }

  private static let personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
}
