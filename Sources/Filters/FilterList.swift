import Errors
import Parameters

/// The filters that recipes can use, as a value that is passed to everything that reads a recipe.
///
/// ``standard`` contains packshot's own filters. A program with its own filters adds them and passes the list on:
///
/// ```swift
/// let filters = try FilterList.standard + [Vignette.self]
/// let recipe = try Recipe(contentsOf: "storefront.yaml", filters: filters)
/// ```
public struct FilterList: Sendable {
  /// The filters in listing order.
  public let all: [any Filter.Type]

  /// Creates a list of filters.
  ///
  /// - Throws: ``FilterListError`` if two of them have the same name, or a name isn't valid in recipes.
  public init(_ all: [any Filter.Type]) throws(FilterListError) {
    var names: Set<String> = []
    for filter in all {
      for name in [filter.name, filter.coreImageName].compactMap({ $0 }) {
        guard names.insert(name).inserted else { throw .sameFilterName(name: name) }
        guard name.isFilterName else { throw .unusableFilterName(name: name) }
      }
    }
    self.all = all
  }

  private init(known all: [any Filter.Type]) { self.all = all }

  /// All of packshot's filters. The recipe reader, `packshot filters`, the schema and the contract test read this list.
  public static let standard = FilterList(known: [
    Orient.self,
    Crop.self,
    Rotate.self,
    Flip.self,
    Trim.self,
    Resize.self,
    Fit.self,
    Pad.self,
    Extend.self,
    Flatten.self,
    Opacity.self,
    Exposure.self,
    Brightness.self,
    Contrast.self,
    Gamma.self,
    Levels.self,
    Saturation.self,
    Greyscale.self,
    WhiteBalance.self,
    ColorMatrix.self,
    SepiaTone.self,
    Blur.self,
    Sharpen.self,
    SourceOver.self,
    Mask.self,
    Cutout.self,
    Whiten.self,
    Circle.self,
    RoundedRectangle.self,
    RoundCorners.self,
    Text.self,
    Shadow.self,
  ])

  /// Whether the list contains this filter, not just one with its name.
  package func contains(_ filter: any Filter.Type) -> Bool { all.contains { $0 == filter } }

  /// Versions of the filters that aren't packshot's own, by name.
  package var ownVersions: [String: Int] {
    var versions: [String: Int] = [:]
    for filter in all where !Self.standard.contains(filter) { versions[filter.name] = filter.version }
    return versions
  }

  /// Returns the filter with this name, which can be Core Image's.
  ///
  /// - Throws: ``FilterError`` that lists the existing filters.
  public func filter(named name: String) throws(FilterError) -> any Filter.Type {
    if let filter = all.first(where: { $0.name == name || $0.coreImageName == name }) { return filter }
    throw .unknownFilter(filter: name, nearest: nearest(to: name), allowed: all.map { $0.name })
  }

  /// Returns the name of the filter that was probably meant: the filter that other programs call by this name, or the
  /// one with the nearest spelling.
  private func nearest(to name: String) -> String? {
    let word = name.lowercased()
    if let filter = all.first(where: { $0.otherWords.contains { $0.lowercased() == word } }) { return filter.name }
    let names = name.hasPrefix("CI") ? all.compactMap { $0.coreImageName } : all.map { $0.name }
    return Spelling.nearest(to: name, among: names)
  }

  /// Returns a filter from a recipe's step: its name, or Core Image's, and its parameters.
  ///
  /// - Throws: ``FilterError`` for an unknown filter or parameter.
  public func filter(named name: String, parameters: Value) throws(FilterError) -> any Filter {
    try filter(named: name).init(parameters: parameters, name: name)
  }
}

/// An error in a list of filters.
public enum FilterListError: DescribedError, Equatable {
  /// Two filters have the same name, either as their own or as Core Image's.
  case sameFilterName(name: String)
  /// The filter's name isn't valid in recipes.
  case unusableFilterName(name: String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .sameFilterName(let name):
      .init(.filter, "there are two filters called `\(name)`; give each a different name")
    case .unusableFilterName(let name):
      .init(
        .filter,
        "a filter is called `\(name)`; its name must begin with a letter, have only letters and digits of ASCII, and be another "
          + "word than `when`")
    }
  }
}

extension String {
  /// Whether the name is valid for a filter in recipes.
  fileprivate var isFilterName: Bool {
    self != "when" && first.map { $0.isASCII && $0.isLetter } == true
      && utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 | 32 >= UInt8(ascii: "a") && $0 | 32 <= UInt8(ascii: "z")
      }
  }
}
