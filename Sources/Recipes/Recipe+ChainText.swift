/// What a recipe says of an output's bytes, in words that cache keys are made of.
extension Recipe {
  /// Everything an output is made by, on one line: the same for outputs that have the same pixels and bytes of the same
  /// photo and sources. It names sources; their content is the caller's to add.
  package func chainText(of output: Output) -> String {
    let steps = (self.steps + output.steps).map(\.filter.cacheKeyText).joined(separator: " | ")
    let background = output.encoding.format.canHoldAlpha ? "" : " | background \(output.background)"
    let settings = Output.keys.filter { if case .value = $0.role { true } else { false } }.flatMap { $0.lines(output) }
    return ([settingsText() + " | \(steps)\(background) | \(output.encoding)"] + settings).joined(separator: " | ")
  }

  /// The settings of the head that aren't as they are by default.
  ///
  /// - Parameter ofPicture: Only the settings that decide what an output shows.
  package func settingsText(ofPicture: Bool = false) -> String {
    let settings = Self.keys.flatMap { key -> [String] in
      guard case .value(let decidesPicture) = key.role, decidesPicture || !ofPicture else { return [] }
      let lines = key.lines(self)
      return lines == key.lines(.standard) ? [] : lines
    }
    return ([working.rawValue] + settings).joined(separator: " | ")
  }

  /// The names of the sources that an output uses, sorted.
  package func sourceNames(of output: Output) -> [String] {
    Set((steps + output.steps).flatMap(\.filter.sourceNames)).sorted()
  }

  /// The steps of the sources that an output uses.
  func sourceSteps(of output: Output) -> [Step] {
    let used = sourceNames(of: output)
    return sources.filter { used.contains($0.name) }.flatMap(\.steps)
  }
}
