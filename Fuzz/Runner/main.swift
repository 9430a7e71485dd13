import CFuzzer
import Glibc

// The package manager makes a program of this file, so that libFuzzer's own beginning is not reached.
var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &words) { fuzzOneInput($0, $1) })
