/// The version of this program, in the one place it is written.
package let graphcalVersion = "0.1.0"

/// The Swift this program was compiled with, as far as the language can tell.
let compilerVersion: String = {
  #if compiler(>=6.4)
    "6.4 or newer"
  #elseif compiler(>=6.3)
    "6.3"
  #else
    "6.2"
  #endif
}()
