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
  /// The table of what it asks about products; nil for what the catalog knows of them.
  package var data: DataFile?
  /// What the catalog calls it: its `name`, or its file's.
  public package(set) var name: String
  /// What the filters' numbers are: encoded values, or linear light.
  package var working: PixelFormat.Transfer
  /// Whether a photo may be decoded at less than its size where that is enough for an output.
  package var fidelity: Fidelity
  /// Whose colours outputs are in.
  package var profile: Profile
  /// What becomes of photos that are animations.
  package var animation: Animation
  /// What outputs keep of the photos' metadata.
  package var metadata: KeptMetadata
  /// How colours become those.
  package var conversion: ColorConversion
  /// The profile of CMYK that comes without one that can be used.
  package var cmyk: CMYKFile?
  /// What texts are set in, in the order written.
  package var fonts: [FontList] = []
  /// Secondary inputs, in the order written.
  package var sources: [Source]
  /// What is done to the photo before the outputs part. Begins with an ``Orient``.
  package var steps: [Step]
  package var outputs: [Output]
  /// How a photo's path tells which product it shows, if the recipe says.
  package var skuPattern: SKUPattern?
  /// The catalog's file, as the recipe writes it; nil where it does not say. It decides nothing of the pictures, and is no part of
  /// the recipe's canonical form.
  public var catalogFile: String?

  package init(
    file: String, name: String, working: PixelFormat.Transfer = .encoded, fidelity: Fidelity = .sufficient,
    profile: Profile = .sRGB, animation: Animation = .first, metadata: KeptMetadata = .strip,
    conversion: ColorConversion = .standard, cmyk: CMYKFile? = nil, sources: [Source], steps: [Step], outputs: [Output],
    skuPattern: SKUPattern? = nil
  ) {
    (self.file, self.name, self.working) = (file, name, working)
    (self.fidelity, self.profile, self.animation) = (fidelity, profile, animation)
    (self.metadata, self.conversion, self.cmyk) = (metadata, conversion, cmyk)
    (self.sources, self.steps, self.outputs, self.skuPattern) = (sources, steps, outputs, skuPattern)
  }

  /// Whose colours outputs are in.
  package enum Profile: String, Sendable, CaseIterable {
    /// sRGB's: photos with another colour profile are converted as they are decoded.
    case sRGB
    /// Display P3's, with its profile: all others are converted, and so are the recipe's pictures and colours.
    case displayP3
    /// The photo's own, with its profile, wherever no other picture comes in.
    case keep
  }

  /// What becomes of photos that are animations, or have several pages.
  package enum Animation: String, Sendable, CaseIterable {
    /// The picture that is shown first, with a warning.
    case first
    /// They fail.
    case refuse
  }

  /// A file with a profile for CMYK.
  package struct CMYKFile: Sendable {
    /// As the recipe writes it.
    package var path: String
    package var node: Node

    package init(path: String, node: Node) { (self.path, self.node) = (path, node) }
  }

  /// Font files under a name.
  package struct FontList: Sendable {
    package var name: String
    /// As the recipe writes them. Each part of a text is set in the first that has all of it.
    package var files: [String]
    /// The language of texts in them, as BCP 47 has it.
    package var language: String?
    package var node: Node
  }

  /// How much of a photo is decoded for a result that is much smaller.
  package enum Fidelity: String, Sendable, CaseIterable {
    /// As much as makes no difference that is seen.
    case sufficient
    /// All of it.
    case exact
  }

  /// A secondary input: made once and used for every photo, or each photo's own.
  package struct Source: Sendable {
    /// Where its pixels come from.
    package enum Content: Sendable {
      /// A picture, at this path as the recipe writes it.
      case file(String)
      /// A filter that draws it.
      case drawn(any ImageSource)
      /// A picture of the photo's own, whose path what is known of the photo fills in.
      case ownFile(PictureTemplate, missing: Missing)
      /// The decoded, upright photo itself.
      case photo
    }

    /// What becomes of a photo that has no picture of its own.
    package enum Missing: String, Sendable, CaseIterable {
      /// It fails.
      case error
      /// The steps that use the source are left out.
      case skip
    }

    package var name: String
    package var content: Content
    /// What is done to the upright picture. Of the kinds whose sizes are known beforehand.
    package var steps: [Step] = []
    package var node: Node

    /// Whether each photo has another one.
    package var isOwn: Bool {
      switch content {
      case .file, .drawn: false
      case .ownFile, .photo: true
      }
    }
  }

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

  /// A file made of each photo.
  package struct Output: Sendable {
    /// Names the file, below the output folder.
    package var template: OutputTemplate
    /// What has to hold of a photo for the output to be made; nil for all photos.
    package var when: When?
    package var steps: [Step]
    package var encoding: Encoding
    /// What a translucent picture is laid on if the file's format has no alpha.
    package var background: Color
    /// Whose rules the finished file is held against. What is found is a warning, and decides nothing.
    package var check: Marketplace?
    package var node: Node

    package init(
      template: OutputTemplate, when: When? = nil, steps: [Step], encoding: Encoding, background: Color,
      check: Marketplace? = nil, node: Node
    ) {
      (self.template, self.when, self.steps, self.encoding) = (template, when, steps, encoding)
      (self.background, self.check, self.node) = (background, check, node)
    }
  }

  /// How an output's pixels become a file's bytes: a format, and what recipes tell its encoder.
  package typealias Encoding = EncodeOptions.Coding

  /// The format that filters work in for a photo of some depth: in linear light 16 bits, otherwise the photo's own.
  package func workingFormat(photo: PixelFormat.Depth) -> PixelFormat {
    PixelFormat(depth: working == .linear ? .sixteen : photo, transfer: working, alpha: .premultiplied)
  }

  /// A place in the recipe's file, for messages.
  package struct Node: Sendable, Hashable {
    /// Such as `steps[1].sepiaTone`.
    package var path: String
    package var location: Location?

    package init(path: String, location: Location? = nil) { (self.path, self.location) = (path, location) }
  }

  /// Everything an output is made by, on one line: the same for outputs that have the same pixels and bytes of the same
  /// photo and sources. It names sources; their content is the caller's to add.
  package func chainText(of output: Output) -> String {
    let steps = (self.steps + output.steps).map(\.filter.cacheKeyText).joined(separator: " | ")
    let background = output.encoding.format.canHoldAlpha ? "" : " | background \(output.background)"
    let fidelity = fidelity == .exact ? " | exact" : ""
    let animation = animation == .refuse ? " | no animations" : ""
    let metadata =
      switch metadata {
      case .strip: ""
      case .copyright: " | keep copyright"
      case .keep: " | keep metadata"
      }
    return
      "\(working.rawValue)\(fidelity)\(colorsText)\(animation)\(metadata) | \(steps)\(background) | \(output.encoding)"
  }

  /// What is made of photos' colours, for ``chainText(of:)``.
  package var colorsText: String {
    let profile =
      switch profile {
      case .sRGB: ""
      case .displayP3: " | Display P3"
      case .keep: " | keep profile"
      }
    let intent = conversion.intent == .relative ? "" : " | \(conversion.intent.rawValue) intent"
    let blackPoint = conversion.compensatesBlackPoint ? "" : " | black point not compensated"
    return profile + intent + blackPoint
  }

  /// The recipe with some of its outputs alone.
  package func part(_ outputs: [Int]) -> Recipe {
    var part = self
    part.outputs = outputs.map { self.outputs[$0] }
    return part
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

  /// An error at a node of this recipe.
  package func error(at node: Node, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: node.location, path: node.path, fault)
  }
}

extension Recipe {
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
