import HTTP
import Testing

@testable import HTTPCurl

@Suite struct CurlLibraryTests {
  @Test func `a machine without libcurl is told which package to install`() {
    let error = #expect(throws: TransportError.self) {
      _ = try CurlLibrary.open("libcurl-that-is-not-there.so.4").get()
    }
    #expect(error?.detail.contains("libcurl-that-is-not-there.so.4") == true)
    #expect(error?.detail.contains("Debian package libcurl4") == true)
    #expect(error?.wasNotSent == true)
  }

  @Test func `a library that is not libcurl is refused`() {
    let error = #expect(throws: TransportError.self) {
      _ = try CurlLibrary.open("libm.so.6").get()
    }
    #expect(error?.detail.contains("curl_global_init") == true)
  }
}
