/// Texts that describe how an output is made, for cache keys.
extension Recipe {
  /// Returns a line that contains everything that makes an output. Outputs with the same line have the same pixels and
  /// bytes for the same photo and sources. It contains the names of sources, and the caller has to add their content.
  package func chainText(of output: Output) -> String {
    let steps = (self.steps + output.steps).map(\.filter.cacheKeyText).joined(separator: " | ")
    let background = output.encoding.format.canHoldAlpha ? "" : " | background \(output.background)"
    let settings = Output.keys.filter { if case .value = $0.role { true } else { false } }.flatMap { $0.lines(output) }
    return ([settingsText() + " | \(steps)\(background) | \(output.encoding)"] + settings).joined(
      separator: " | ")
  }

  /// Returns the recipe's working space, followed by its settings that differ from their defaults.
  ///
  /// - Parameter ofPicture: Whether to include only settings that affect the content of pictures.
  package func settingsText(ofPicture: Bool = false) -> String {
    let settings = Self.keys.flatMap { key -> [String] in
      guard case .value(let decidesPicture) = key.role, decidesPicture || !ofPicture else { return [] }
      let lines = key.lines(self)
      return lines == key.lines(.standard) ? [] : lines
    }
    return ([working.rawValue] + settings).joined(separator: " | ")
  }

  /// Returns the names of the sources that an output uses, sorted.
  package func sourceNames(of output: Output) -> [String] {
    Set((steps + output.steps).flatMap(\.filter.sourceNames)).sorted()
  }

  /// Returns the steps of the sources that an output uses.
  func sourceSteps(of output: Output) -> [Step] {
    let used = sourceNames(of: output)
    return sources.filter { used.contains($0.name) }.flatMap(\.steps)
  }
}
