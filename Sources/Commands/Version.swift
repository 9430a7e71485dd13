/// The version of this program, in the one place it is written.
package let graphcalVersion = "0.1.0"
