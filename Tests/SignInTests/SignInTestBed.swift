import FoundationEssentials
import Testing

import HTTP
import Host
import JSON
import SignIn
import TestSupport

/// A cache in a folder of its own, a clock that stands still, and the identity platform by script.
struct SignInTestBed {
  let folder: TemporaryFolder
  let time = ManualClock(Sample.start)
  let notes = Notes()
  let cacheName: String

  init(cacheName: String = "cache.json") throws {
    folder = try TemporaryFolder()
    self.cacheName = cacheName
  }

  var cachePath: String { folder.at(cacheName) }

  func signIn(
    _ transport: any Transport, tenant: String = Sample.tenant, client: String = Sample.client,
    refusals: RefusalMemory = .none, clock: Clock? = nil, longestWait: Duration = .seconds(60)
  ) throws -> SignIn {
    var configuration = SignIn.Configuration(
      clientID: client, authority: try Sample.authority(tenant), scopes: Sample.scopes,
      cachePath: cachePath)
    configuration.longestWait = longestWait
    return SignIn(
      configuration, transport: transport, clock: clock ?? time.clock, refusals: refusals
    ) { [notes] in notes.add($0) }
  }

  func put(_ cache: MSALTokenCache) throws {
    try folder.put(cacheName, String(decoding: cache.bytes, as: UTF8.self))
  }

  func stored() throws -> MSALTokenCache {
    try MSALTokenCache(parsing: Array(folder.text(cacheName).utf8))
  }

  func at(_ seconds: Int) { time.advance(by: .seconds(seconds)) }
}

/// The identity platform as a strict one would be: a used refresh token is dead.
actor StrictPlatform: Transport {
  private var alive: Set<String>
  private var count = 1
  private(set) var requests: [HTTPRequest] = []

  init(alive: Set<String>) { self.alive = alive }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    requests.append(request)
    guard let token = request.form["refresh_token"], alive.remove(token) != nil else {
      return Sample.error("invalid_grant", 70000, suberror: "bad_token")
    }
    count += 1
    alive.insert("refresh-\(count)")
    // Let others come in between.
    for _ in 0..<50 { await Task.yield() }
    return Sample.granted(Sample.answer(count))
  }
}
