extension HEIFContainer {
  /// Warnings about ignored parts of the file, as sentences, if its picture is the primary item and coded as
  /// `itemKind`.
  func warnings(itemKind: String) -> [String] {
    var warnings: [String] = []
    if hasSequence { warnings.append("this is an animation (\(format.name)); only its main picture is read") }
    let count = items.count { id, item in
      [itemKind, "grid"].contains(item.kind) && !item.isHidden && references.sources("dimg", of: id).isEmpty
        && ["thmb", "auxl"].allSatisfy { references.targets($0, of: id).isEmpty }
    }
    if count > 1 { warnings.append("this \(format.name) has \(count) pictures; only its main one is read") }
    return warnings
  }

  /// The statement of a gain map, which isn't read. Nil if there is none.
  var gainMap: StatedGainMap? {
    let hasGainMap = items.values.contains { $0.kind == "tmap" || $0.purpose?.contains("hdrgainmap") == true }
    return hasGainMap ? .unusable("packshot keeps that of a JPEG, and this is a \(format.name)") : nil
  }
}
