import Parameters

extension FileFormat {
  /// The value of the `quality` parameter, if the format has one.
  public var adjustableQuality: Int? {
    guard let parameter = Self.quality, case .number(let quality) = parameter.value(in: self).content else {
      return nil
    }
    return Int(quality)
  }

  /// The minimum of ``adjustableQuality``.
  var lowestQuality: Int { Int(Self.quality?.description.range?.lowerBound ?? 0) }

  /// Returns the same settings with another quality, which must be in the format's range.
  func atQuality(_ quality: Int) -> any FileFormat {
    do { return try with(quality: quality) } catch { preconditionFailure(error.message) }
  }

  /// Returns the same settings with another quality. Does nothing if the format has no quality.
  func with(quality: Int) throws(RefusedValue) -> Self {
    var settings = self
    try Self.quality?.set(&settings, to: quality.value, as: "quality")
    return settings
  }

  private static var quality: Parameter<Self>? { parameters.first { $0.description.name == "quality" } }
}
