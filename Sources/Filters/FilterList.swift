/// All filters there are. The recipe reader, `packshot filters`, the schema and the contract test read this list.
public enum FilterList {
  public static let all: [any Filter.Type] = [
    Orient.self,
    Crop.self,
    Resize.self,
    Fit.self,
    Pad.self,
    Flatten.self,
    Opacity.self,
    ColorMatrix.self,
    SepiaTone.self,
    SourceOver.self,
    Circle.self,
  ]

  /// The filter of this name.
  public static func filter(named name: String) throws(FilterError) -> any Filter.Type {
    if let filter = all.first(where: { $0.name == name }) { return filter }
    let names = all.map { $0.name }
    throw .unknownFilter(name, nearest: Spelling.nearest(to: name, among: names), allowed: names)
  }
}
