import Fuzzing
import Glibc

/// The target that GRAPHCAL_FUZZ_TARGET names; without one the program ends.
private let target: FuzzTarget = {
  let name = getenv("GRAPHCAL_FUZZ_TARGET").map { String(cString: $0) }
  if let target = name.flatMap(FuzzTarget.init(rawValue:)) { return target }
  print("GRAPHCAL_FUZZ_TARGET is " + FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
  exit(2)
}()

/// Gives one input of libFuzzer to the target (LLVM, "libFuzzer: Fuzz Target").
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
