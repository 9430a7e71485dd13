import Arguments
import Commands
import FoundationEssentials
import Glibc

// graphcal-manual FOLDER [DATE]: writes the manual pages of graphcal into FOLDER/man1 and FOLDER/man7.
// "make man" runs it; it is not installed.

let words = CommandLine.arguments.dropFirst()
guard let folder = words.first, words.count <= 2 else {
  print("usage: graphcal-manual FOLDER [DATE]")
  exit(2)
}
let date = words.dropFirst().first ?? ""
for page in graphcalProgram.manual(version: graphcalVersion, date: date) {
  let place = "\(folder)/man\(page.section)"
  try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  try Data(page.text.utf8).write(to: URL(filePath: "\(place)/\(page.fileName)"))
}
