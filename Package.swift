// swift-tools-version: 6.2
import PackageDescription

/// Warnings stop a build only where GRAPHCAL_STRICT is set (lint, test, CI), so that a newer compiler
/// does not stop somebody who only wants to build the program.
let strict = Context.environment["GRAPHCAL_STRICT"] != nil

let habits: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

/// A room of the house: a library target with strict memory safety.
func room(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: habits + [.strictMemorySafety()])
}

/// The tests of one room.
func tests(
  of name: String, uses extra: [Target.Dependency] = [], excludes: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + extra,
    exclude: excludes, resources: resources, swiftSettings: habits)
}

let package = Package(
  name: "graphcal",
  products: [
    .executable(name: "graphcal", targets: ["graphcal"]),
    .executable(name: "graphcal-emulator", targets: ["graphcal-emulator"]),
  ],
  targets: [
    // C libraries, each with the Debian package that holds its header.
    // Headers only: libcurl is opened on first use. See docs/decisions/0003.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Without pkg-config: Debian's file for it holds a flag that the package manager refuses.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    // What the standard library's own module leaves out of glibc.
    .systemLibrary(name: "CMalloc"),
    // No header at all: opened on first use as well. See docs/decisions/0004.
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CSecret"),
    // Headers only as well. See docs/decisions/0014 and 0021.
    .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CJQ", providers: [.apt(["libjq-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

    // Foundations, without knowledge of calendars or of Graph.
    room("JSON"),
    room("Host", uses: ["CMalloc"]),
    room("SQLite", uses: ["CSQLite"]),
    room("Crypto", uses: ["CCrypto", "CSecret"]),
    room("HTTP", uses: ["JSON"]),
    room("HTTPCurl", uses: ["HTTP", "Host", "CCurl"]),
    room("HTTPServer", uses: ["CMicroHTTPD"]),
    room("Arguments"),
    room("Terminal", uses: ["CUTF8Proc", "Host"]),
    room("ICalendarC", uses: ["CICal"]),
    room("LineFolding"),
    room("JQ", uses: ["CJQ"]),
    room("MCP", uses: ["JSON"]),

    // The model: pure values.
    room("CalendarTime"),
    room("Calendaring", uses: ["CalendarTime"]),
    room("Contacts"),
    room("Cards", uses: ["Contacts", "LineFolding"]),

    // The model in files of other programs, and back.
    room(
      "Interchange", uses: ["CalendarTime", "Calendaring", "ICalendarC", "LineFolding"]),

    // Microsoft Graph and the identity platform, seen from the client.
    room("GraphAPI", uses: ["HTTP", "JSON", "CalendarTime", "Calendaring", "Contacts"]),
    room("SignIn", uses: ["Crypto", "HTTP", "JSON", "Host"]),
    room(
      "Store",
      uses: ["SQLite", "JSON", "GraphAPI", "CalendarTime", "Calendaring", "Contacts", "Terminal"]),
    room(
      "Rendering",
      uses: ["Arguments", "CalendarTime", "Calendaring", "Contacts", "Terminal", "JSON"]),
    room(
      "Commands",
      uses: [
        "Arguments", "CalendarTime", "Calendaring", "Cards", "Contacts", "GraphAPI", "Host", "HTTP",
        "Interchange", "JQ", "JSON", "MCP", "Rendering", "SignIn", "Store", "Terminal",
      ]),
    .executableTarget(
      name: "graphcal",
      dependencies: [
        "Arguments", "Commands", "Crypto", "HTTP", "HTTPCurl", "Host", "ICalendarC", "JQ", "SignIn",
        "Terminal",
      ],
      swiftSettings: habits),

    // Microsoft Graph and the identity platform in miniature; shares no Graph code with the client.
    room(
      "GraphEmulator", uses: ["HTTPServer", "JSON", "CalendarTime", "SQLite", "Host"]),
    .executableTarget(
      name: "graphcal-emulator",
      dependencies: ["GraphEmulator", "HTTPServer", "Arguments", "Host", "JSON"],
      swiftSettings: habits),

    room("TestSupport", uses: ["CalendarTime", "Calendaring", "HTTP", "JSON", "Host"]),
    tests(of: "CalendarTime"),
    tests(of: "HTTP", uses: ["Host", "JSON"]),
    tests(of: "HTTPCurl", uses: ["HTTP", "Host"]),
    tests(of: "HTTPServer", uses: ["Host"]),
    tests(of: "JSON"),
    tests(of: "Crypto"),
    tests(of: "Store", uses: ["CalendarTime", "GraphAPI", "HTTP", "JSON", "SQLite"]),
    tests(
      of: "GraphAPI", uses: ["CalendarTime", "Calendaring", "Contacts", "HTTP", "Host", "JSON"]),
    tests(
      of: "Commands",
      uses: [
        "Arguments", "CalendarTime", "Crypto", "HTTP", "Host", "JSON", "MCP", "SignIn", "Terminal",
      ],
      excludes: ["Golden"]),
    tests(
      of: "GraphEmulator",
      uses: [
        "CalendarTime", "Calendaring", "GraphAPI", "HTTPServer", "JSON", "SQLite", "Host",
      ]),
    tests(of: "Calendaring", uses: ["CalendarTime"]),
    tests(of: "Contacts"),
    tests(of: "Cards", uses: ["Contacts"], excludes: ["Golden"]),
    tests(of: "SQLite"),
    tests(of: "Arguments"),
    tests(of: "Host"),
    tests(of: "SignIn", uses: ["HTTP", "Host", "JSON"]),
    tests(of: "Terminal"),
    tests(of: "ICalendarC"),
    tests(of: "JQ"),
    tests(of: "MCP", uses: ["JSON"]),
    tests(of: "Interchange", uses: ["CalendarTime", "Calendaring"], excludes: ["Golden"]),
    tests(of: "Rendering", excludes: ["Golden"]),
    // What must hold of every file of strangers. The tests read all that fuzzers were begun with or found.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Arguments", "CalendarTime", "Calendaring", "Cards", "Commands", "Contacts", "GraphAPI",
        "HTTP",
        "Interchange", "JSON", "Rendering", "SignIn", "Store",
      ],
      path: "Fuzz/Fuzzing", swiftSettings: habits + [.strictMemorySafety()]),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing"], swiftSettings: habits),
    // Runs both programs as they were built beside the tests.
    .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], swiftSettings: habits),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzer itself needs `-sanitize=fuzzer` to be linked; see Tools/fuzz.sh.
if Context.environment["GRAPHCAL_FUZZ"] != nil {
  package.products.append(.executable(name: "graphcal-fuzz", targets: ["graphcal-fuzz"]))
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "graphcal-fuzz", dependencies: ["CFuzzer", "Fuzzing"], path: "Fuzz/Runner",
      swiftSettings: habits),
  ]
}
