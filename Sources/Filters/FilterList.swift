import Errors
import Parameters

/// The filters that recipes may use: a value, which is handed to whatever reads a recipe.
///
/// packshot's own are ``standard``. A program that has filters of its own adds them, and hands the list to everything it does:
///
/// ```swift
/// let filters = try FilterList.standard + [Vignette.self]
/// let recipe = try Recipe(contentsOf: "storefront.yaml", filters: filters)
/// ```
public struct FilterList: Sendable {
  /// The filters, in the order in which they are listed.
  public let all: [any Filter.Type]

  /// A list of some filters.
  ///
  /// - Throws: ``FilterListError`` where two of them go by the same name, or one by a name that recipes cannot say.
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

  /// All filters that packshot has. The recipe reader, `packshot filters`, the schema and the contract test read this list.
  public static let standard = FilterList(known: [
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

  /// Whether a filter is in the list, and not only one of its name.
  package func contains(_ filter: any Filter.Type) -> Bool { all.contains { $0 == filter } }

  /// The versions of those filters that are not packshot's, by name.
  package var ownVersions: [String: Int] {
    var versions: [String: Int] = [:]
    for filter in all where !Self.standard.contains(filter) { versions[filter.name] = filter.version }
    return versions
  }

  /// The filter of this name, or that Core Image calls so.
  ///
  /// - Throws: ``FilterError`` that names those there are.
  public func filter(named name: String) throws(FilterError) -> any Filter.Type {
    if let filter = all.first(where: { $0.name == name || $0.coreImageName == name }) { return filter }
    throw .unknownFilter(filter: name, nearest: nearest(to: name), allowed: all.map { $0.name })
  }

  /// The filter that was meant by a name that is not there: one that other programs call so, or the nearest in spelling.
  private func nearest(to name: String) -> String? {
    let word = name.lowercased()
    if let filter = all.first(where: { $0.otherWords.contains { $0.lowercased() == word } }) { return filter.name }
    let names = name.hasPrefix("CI") ? all.compactMap { $0.coreImageName } : all.map { $0.name }
    return Spelling.nearest(to: name, among: names)
  }

  /// A filter as a recipe gives it: its name, or Core Image's, and its parameters.
  ///
  /// - Throws: ``FilterError`` for a filter that is not there, or a parameter that it does not take.
  public func filter(named name: String, parameters: Value) throws(FilterError) -> any Filter {
    try filter(named: name).init(parameters: parameters, name: name)
  }
}

/// A list of filters cannot be made.
public enum FilterListError: DescribedError, Equatable {
  /// Two filters go by the same name, or by the same name of Core Image.
  case sameFilterName(name: String)
  /// A recipe cannot call a filter so.
  case unusableFilterName(name: String)

  public var descriptor: ErrorDescriptor {
    switch self {
    case .sameFilterName(let name):
      .init(.filter, "there are two filters called `\(name)`; each must have a name of its own")
    case .unusableFilterName(let name):
      .init(
        .filter,
        "a filter is called `\(name)`; its name must begin with a letter, have only letters and digits of ASCII, and be another "
          + "word than `when`")
    }
  }
}

extension String {
  /// Whether a recipe can call a filter so.
  fileprivate var isFilterName: Bool {
    self != "when" && first.map { $0.isASCII && $0.isLetter } == true
      && utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 | 32 >= UInt8(ascii: "a") && $0 | 32 <= UInt8(ascii: "z")
      }
  }
}
