extension HEIFContainer {
  /// What is in the file and left out, as sentences, if its picture is the primary item, coded as `itemKind`.
  func warnings(itemKind: String) -> [String] {
    var warnings: [String] = []
    if hasSequence { warnings.append("this is an animation (\(format.name)); only its main picture is read") }
    let parts = Set(references.filter { $0.kind == "dimg" }.flatMap(\.to))
    let others = Set(references.filter { ["thmb", "auxl"].contains($0.kind) }.map(\.from))
    let count = items.count { id, item in
      [itemKind, "grid"].contains(item.kind) && !item.isHidden && !parts.contains(id) && !others.contains(id)
    }
    if count > 1 { warnings.append("this \(format.name) has \(count) pictures; only its main one is read") }
    let hasGainMap = items.values.contains { $0.kind == "tmap" || $0.purpose?.contains("hdrgainmap") == true }
    if hasGainMap { warnings.append("its gain map for HDR screens is left out; its base picture is read") }
    return warnings
  }
}
