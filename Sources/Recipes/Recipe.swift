import ColorProfiles
import Filters
import ImageCodecs
import Parameters
import PixelCore

/// A valid recipe: the steps for each photo, and the files to make from it.
public struct Recipe: Sendable {
  /// Path of the recipe's file, as given. Paths in it are relative to its folder.
  public package(set) var file: String
  /// Paths of the included files, relative to the same folder as ``file``.
  package var includedFiles: [String] = []
  /// Name in the catalog: the recipe's `name`, or the name of its file.
  public package(set) var name = ""
  /// The values that filters work in: encoded sRGB or linear light.
  package var working = PixelFormat.Transfer.encoded
  /// Whether a photo can be decoded at a reduced size if that is enough for an output.
  package var fidelity = Fidelity.sufficient
  /// The colour space of outputs.
  package var profile = Profile.sRGB
  /// How animated photos are handled.
  package var animation = Animation.first
  /// The photos' metadata that outputs keep.
  package var metadata = KeptMetadata.strip
  /// How colours outside the outputs' colour space are converted.
  package var intent = ColorConversion.Intent.relative
  /// Whether a profile's darkest colour is mapped to black.
  package var compensatesBlackPoint = true
  /// The profile for CMYK pictures without a usable embedded profile.
  package var cmyk: CMYKFile?
  /// The table of product attributes. Nil to use the catalog.
  package var data: DataFile?
  /// The fonts for texts, in the order written.
  package var fonts: [FontList] = []
  /// The sources, in the order written.
  package var sources: [Source] = []
  /// The steps shared by all outputs. The first one is an ``Orient``.
  package var steps: [Step] = []
  package var outputs: [Output] = []
  /// The pattern that finds the product in a photo's path, if the recipe has one.
  package var skuPattern: SKUPattern?
  /// The table of the products that photos show, if the recipe has one.
  package var skus: SKUFile?
  /// Path of the catalog, as the recipe writes it. Nil if the recipe names none. The path doesn't affect pictures, so
  /// it isn't part of the canonical form.
  public var catalogFile: String?

  package init(file: String, name: String = "", steps: [Step] = [], outputs: [Output] = []) {
    (self.file, self.name, self.steps, self.outputs) = (file, name, steps, outputs)
  }

  /// An empty recipe with the default of every setting.
  static let standard = Recipe(file: "")

  /// The top-level keys of a recipe. To add a setting, add its property above and its line here.
  package static let keys: [RecipeKey<Recipe>] = [
    RecipeKey(
      "packshot", .excluded("there is one version of the recipe format"),
      schema: ["const": 1, "description": "The version of the recipe format."], lines: { _ in ["packshot: 1"] }),
    RecipeKey(
      "name", \.name, .excluded("it decides no bytes; a file's name may have it, and that is in the cache key"),
      schema: [
        "description": "The recipe's name (default: the file's name).", "type": "string",
        "minLength": nameLengths.lowerBound.value, "maxLength": nameLengths.upperBound.value,
      ],
      read: RecipeReader.name, lines: { ["name: \($0.value)"] }),
    RecipeKey(
      "working", \.working, .derived("the text of the chain begins with it"),
      allowed: "encoded (as browsers blend) or linear (in linear light)",
      "The space filters work in: encoded sRGB, as browsers do, or 16-bit linear light."),
    RecipeKey(
      "fidelity", \.fidelity, .value(ofPicture: false),
      allowed: "sufficient (photos are decoded as small as suffices) or exact (at their full size)",
      "How much of a JPEG is decoded for a much smaller result: as much as suffices, which is much faster, or all of it."
    ),
    RecipeKey(
      "profile", \.profile, .value(ofPicture: true),
      allowed:
        "sRGB (photos with another colour profile are converted), displayP3 (all are converted to Display P3) or keep (they keep "
        + "their colours and their profile)",
      "The colours of the outputs: sRGB, Display P3, or the photo's own colours with its profile, unless another picture is "
        + "composited with it."),
    RecipeKey(
      "animation", \.animation, .value(ofPicture: false),
      allowed: "first (of an animation the first picture is used) or refuse (such photos fail)",
      "What happens to animations and photos with several pages: the first picture is used, with a warning, or the photo fails."
    ),
    RecipeKey(
      "metadata", \.metadata, .value(ofPicture: false),
      allowed:
        "strip (outputs have no metadata), copyright (they keep the photo's artist, copyright notice and credit) or keep "
        + "(they keep its Exif, XMP and IPTC, with the place where it was taken)",
      "What outputs keep of the photos' Exif, XMP and IPTC: nothing; the artist, copyright notice and credit line; or everything that still applies, including the location."
    ),
    RecipeKey(
      "intent", \.intent, .value(ofPicture: true),
      allowed: "relative (colorimetric), perceptual, saturation or absolute (colorimetric)",
      "The rendering intent for converting colours. Profiles of displays and cameras mostly convert the same way for all; "
        + "printers' profiles have a table for each."),
    RecipeKey(
      "bpc", \.compensatesBlackPoint, .value(ofPicture: true),
      allowed: "true (black point compensation, so that black is black) or false",
      "Black point compensation: maps the darkest colour of a profile to black."),
    RecipeKey(
      "cmyk", \.cmyk, .derived("the profile's content, for outputs that are made of CMYK"),
      schema: ParameterKind.text.schema(
        "The ICC profile for CMYK photos that have none, relative to the recipe's folder."),
      read: RecipeReader.cmyk, lines: { $0.map { ["cmyk: \($0.path.value)"] } ?? [] }),
    .data, .include, .fonts, .sources,
    RecipeKey(
      "steps", \.steps, .derived("the steps that are taken for a photo"),
      schema: ["description": "The steps applied to each photo, in order.", "$ref": "#/$defs/steps"],
      read: RecipeReader.steps, lines: \.lines),
    .defaults, .outputs, .catalog,
  ]

  /// The colour space of outputs.
  package enum Profile: String, Sendable, ParameterChoice {
    /// sRGB. Photos with another colour profile are converted when they are decoded.
    case sRGB
    /// Display P3, with its profile embedded. Photos, images and colours of the recipe are converted.
    case displayP3
    /// The photo's own colours, with its profile embedded, if no other picture is combined with it.
    case keep
  }

  /// How animated or multi-page photos are handled.
  package enum Animation: String, Sendable, ParameterChoice {
    /// The picture shown first is used, with a warning.
    case first
    /// The photo fails.
    case refuse
  }

  /// How much of a photo is decoded for a much smaller output.
  package enum Fidelity: String, Sendable, ParameterChoice {
    /// Enough that no difference is visible.
    case sufficient
    /// The whole photo.
    case exact
  }

  /// How colours are converted to the outputs' colour space.
  package var conversion: ColorConversion {
    ColorConversion(
      intent: intent, compensatesBlackPoint: compensatesBlackPoint, space: profile == .displayP3 ? .displayP3 : .sRGB)
  }

  /// Returns the format that filters work in for a photo of a depth: 16 bits in linear light, otherwise the photo's
  /// depth.
  package func workingFormat(photo: PixelFormat.Depth) -> PixelFormat {
    PixelFormat(depth: working == .linear ? .sixteen : photo, transfer: working, alpha: .premultiplied)
  }

  /// Returns the recipe with only some of its outputs.
  package func part(_ outputs: [Int]) -> Recipe {
    var part = self
    part.outputs = outputs.map { self.outputs[$0] }
    return part
  }

  /// Returns an error at a node of this recipe.
  package func error(at node: Node, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: node.location, path: node.path, fault)
  }
}

extension ColorConversion.Intent: ParameterChoice {}

extension Recipe {
  /// A filter with its location in the recipe.
  package struct Step: Sendable {
    package var filter: any Filter
    /// The condition that a photo must match for the step to apply. Nil for all photos.
    package var when: When?
    package var node: Node

    package init(filter: any Filter, when: When? = nil, node: Node) {
      (self.filter, self.when, self.node) = (filter, when, node)
    }
  }

  /// A location in the recipe's file, for messages.
  package struct Node: Sendable, Hashable {
    /// Path of the node, such as `steps[1].sepiaTone`.
    package var path: String
    package var location: Location?

    package init(path: String, location: Location? = nil) { (self.path, self.location) = (path, location) }
  }

  /// Versions of the filters used that aren't packshot's own, by name.
  package var ownFilters: [String: Int] {
    var used = (steps + outputs.flatMap(\.steps) + sources.flatMap(\.steps)).map(\.filter)
    for source in sources { if case .drawn(let filter) = source.content { used.append(filter) } }
    var versions: [String: Int] = [:]
    for filter in used where !FilterList.standard.contains(type(of: filter)) {
      versions[type(of: filter).name] = type(of: filter).version
    }
    return versions
  }
}
