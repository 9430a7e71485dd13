import FoundationEssentials
import Host
import JSON

/// Requests and answers of the documentation, where a folder of them lies beside the package.
enum SharedSamples {
  /// `GRAPHCAL_SHARED`, else `../shared`.
  static let folder: String? = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let places = [Environment.current["GRAPHCAL_SHARED"], "/\(package)/../shared"]
    return places.compactMap(\.self).map { $0 + "/graph/samples" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// The samples whose names begin with one of `beginnings`, in the order of their names.
  static func named(_ beginnings: String...) throws -> [(name: String, sample: JSON)] {
    guard let folder else { return [] }
    return try Files.names(in: folder).sorted()
      .filter { name in beginnings.contains { name.hasPrefix($0) } }
      .map { ($0, try JSON(parsing: try Files.read("\(folder)/\($0)", limit: 1 << 20))) }
  }
}
