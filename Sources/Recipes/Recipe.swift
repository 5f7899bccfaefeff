import ColorProfiles
import Filters
import ImageCodecs
import Parameters
import PixelCore

/// A checked recipe: what to do to each photo, and which files to make of it.
public struct Recipe: Sendable {
  /// The recipe's own file, as it was named; paths in it are relative to its folder.
  public package(set) var file: String
  /// The files that it includes, likewise.
  package var includedFiles: [String] = []
  /// What the catalog calls it: its `name`, or its file's.
  public package(set) var name = ""
  /// What the filters' numbers are: encoded values, or linear light.
  package var working = PixelFormat.Transfer.encoded
  /// Whether a photo may be decoded at less than its size where that is enough for an output.
  package var fidelity = Fidelity.sufficient
  /// Whose colours outputs are in.
  package var profile = Profile.sRGB
  /// What becomes of photos that are animations.
  package var animation = Animation.first
  /// What outputs keep of the photos' metadata.
  package var metadata = KeptMetadata.strip
  /// What is kept of colours that outputs can't show.
  package var intent = ColorConversion.Intent.relative
  /// Whether a profile's darkest colour becomes black.
  package var compensatesBlackPoint = true
  /// The profile of CMYK that comes without one that can be used.
  package var cmyk: CMYKFile?
  /// The table of what it asks about products; nil for what the catalog knows of them.
  package var data: DataFile?
  /// What texts are set in, in the order written.
  package var fonts: [FontList] = []
  /// Secondary inputs, in the order written.
  package var sources: [Source] = []
  /// What is done to the photo before the outputs part. Begins with an ``Orient``.
  package var steps: [Step] = []
  package var outputs: [Output] = []
  /// How a photo's path tells which product it shows, if the recipe says.
  package var skuPattern: SKUPattern?
  /// The catalog's file, as the recipe writes it; nil where it does not say. It decides nothing of the pictures, and is no part of
  /// the recipe's canonical form.
  public var catalogFile: String?

  package init(file: String, name: String = "", steps: [Step] = [], outputs: [Output] = []) {
    (self.file, self.name, self.steps, self.outputs) = (file, name, steps, outputs)
  }

  /// A recipe without keys: every setting has its default.
  static let standard = Recipe(file: "")

  /// The keys of a recipe's head. To add a setting, add its property above and its line here.
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
      "What outputs keep of the photos' Exif, XMP and IPTC: nothing; the artist, copyright notice and credit line; or everything that is still true, including the place."
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

  /// Whose colours outputs are in.
  package enum Profile: String, Sendable, ParameterChoice {
    /// sRGB's: photos with another colour profile are converted as they are decoded.
    case sRGB
    /// Display P3's, with its profile: all others are converted, and so are the recipe's pictures and colours.
    case displayP3
    /// The photo's own, with its profile, wherever no other picture comes in.
    case keep
  }

  /// What becomes of photos that are animations, or have several pages.
  package enum Animation: String, Sendable, ParameterChoice {
    /// The picture that is shown first, with a warning.
    case first
    /// They fail.
    case refuse
  }

  /// How much of a photo is decoded for a result that is much smaller.
  package enum Fidelity: String, Sendable, ParameterChoice {
    /// As much as makes no difference that is seen.
    case sufficient
    /// All of it.
    case exact
  }

  /// How colours become those of the outputs.
  package var conversion: ColorConversion {
    ColorConversion(
      intent: intent, compensatesBlackPoint: compensatesBlackPoint, space: profile == .displayP3 ? .displayP3 : .sRGB)
  }

  /// The format that filters work in for a photo of some depth: in linear light 16 bits, otherwise the photo's own.
  package func workingFormat(photo: PixelFormat.Depth) -> PixelFormat {
    PixelFormat(depth: working == .linear ? .sixteen : photo, transfer: working, alpha: .premultiplied)
  }

  /// The recipe with some of its outputs alone.
  package func part(_ outputs: [Int]) -> Recipe {
    var part = self
    part.outputs = outputs.map { self.outputs[$0] }
    return part
  }

  /// An error at a node of this recipe.
  package func error(at node: Node, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: node.location, path: node.path, fault)
  }
}

extension ColorConversion.Intent: ParameterChoice {}

extension Recipe {
  /// A filter at its place in the recipe.
  package struct Step: Sendable {
    package var filter: any Filter
    /// What has to hold of a photo for the step to be taken; nil for all photos.
    package var when: When?
    package var node: Node

    package init(filter: any Filter, when: When? = nil, node: Node) {
      (self.filter, self.when, self.node) = (filter, when, node)
    }
  }

  /// A place in the recipe's file, for messages.
  package struct Node: Sendable, Hashable {
    /// Such as `steps[1].sepiaTone`.
    package var path: String
    package var location: Location?

    package init(path: String, location: Location? = nil) { (self.path, self.location) = (path, location) }
  }

  /// The versions of the filters that it uses and that are not packshot's, by name.
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
