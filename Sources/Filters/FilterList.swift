import Parameters

/// The filters that recipes may use.
public struct FilterList: Sendable {
  public let all: [any Filter.Type]

  public init(_ all: [any Filter.Type]) { self.all = all }

  /// All filters that packshot has. The recipe reader, `packshot filters`, the schema and the contract test read this list.
  public static let standard = FilterList([
    Orient.self,
    Crop.self,
    Trim.self,
    Resize.self,
    Fit.self,
    Pad.self,
    Flatten.self,
    Opacity.self,
    ColorMatrix.self,
    SepiaTone.self,
    Blur.self,
    Sharpen.self,
    SourceOver.self,
    Mask.self,
    Cutout.self,
    Circle.self,
    RoundedRectangle.self,
    RoundCorners.self,
    Text.self,
    Shadow.self,
  ])

  /// The filter of this name, or that Core Image calls so.
  public func filter(named name: String) throws(FilterError) -> any Filter.Type {
    if let filter = all.first(where: { $0.name == name || $0.coreImageName == name }) { return filter }
    throw .unknownFilter(name, nearest: nearest(to: name), allowed: all.map { $0.name })
  }

  /// The filter that was meant by a name that is not there: one that other programs call so, or the nearest in spelling.
  private func nearest(to name: String) -> String? {
    let word = name.lowercased()
    if let filter = all.first(where: { $0.otherWords.contains { $0.lowercased() == word } }) { return filter.name }
    let names = name.hasPrefix("CI") ? all.compactMap { $0.coreImageName } : all.map { $0.name }
    return Spelling.nearest(to: name, among: names)
  }

  /// A filter as a recipe gives it: its name, or Core Image's, and its parameters.
  public func filter(named name: String, parameters: Value) throws(FilterError) -> any Filter {
    try filter(named: name).init(parameters: parameters, name: name)
  }
}
