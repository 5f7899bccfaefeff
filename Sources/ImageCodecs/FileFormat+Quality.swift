import Parameters

extension FileFormat {
  /// The quality that files are written with, where a lower one makes them smaller: that of the parameter of this name.
  public var adjustableQuality: Int? {
    guard let parameter = Self.quality, case .number(let quality) = parameter.value(in: self).content else {
      return nil
    }
    return Int(quality)
  }

  /// The lowest that there is of its ``adjustableQuality``.
  var lowestQuality: Int { Int(Self.quality?.description.range?.lowerBound ?? 0) }

  /// The same settings with a quality that is known to be in its range.
  func atQuality(_ quality: Int) -> any FileFormat {
    do { return try with(quality: quality) } catch { preconditionFailure(error.message) }
  }

  /// The same settings with another quality, where the format has one.
  func with(quality: Int) throws(RefusedValue) -> Self {
    var settings = self
    try Self.quality?.set(&settings, to: quality.value, as: "quality")
    return settings
  }

  private static var quality: Parameter<Self>? { parameters.first { $0.description.name == "quality" } }
}
