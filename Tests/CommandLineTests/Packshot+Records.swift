import Foundation
import Testing

/// Results of runs in a comparable form.
extension Packshot {
  /// The bytes of all pictures in an output folder.
  func pictures(in folder: String) throws -> [String: Data] {
    let root = self.folder + "/" + folder
    let names = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix("g") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: root + "/" + $0)!) })
  }

  /// All records except runs, without values that differ between machines: ids, times, absolute paths. References are replaced
  /// by names.
  func records(of catalog: String) throws -> Set<NSDictionary> {
    let all = try export(catalog)
    var names: [String: String] = [:]
    for record in all {
      let key = ["sku", "path", "hash"].compactMap { record[$0] as? String }.first ?? "run"
      names[record["id"] as! String] = "\(record["entity"] ?? "") \(record["kind"] ?? "") \(key)"
    }
    return Set(
      all.filter { $0["entity"] as? String != "Run" }.map { record in
        var record = record.filter { key, _ in key != "id" && key != "inode" && !key.hasSuffix("Nanoseconds") }
        for (key, value) in record {
          if let id = value as? String, let name = names[id] { record[key] = name }
          if let ids = value as? [String] { record[key] = ids.map { names[$0] ?? $0 }.sorted() }
        }
        return record as NSDictionary
      })
  }

  func export(_ catalog: String) throws -> [[String: Any]] {
    let text = try run("catalog", "export", "-", "--catalog", catalog).bytes
    return try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
  }
}
