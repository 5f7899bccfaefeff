import Files

extension Marketplace {
  /// A recipe for pictures that meet the marketplace's rules if the photos allow it, with every line explained.
  public var recipe: String {
    """
    # Pictures for \(title). Run it with
    #
    #   packshot run THIS-FILE PHOTOS --output FOLDER
    #
    # `packshot check --for \(rawValue)` lists the rules that it knows of, with the pages they are from; rules change.
    # \(remark)

    packshot: 1
    name: \(rawValue)

    steps:\(whitening)
      # The product fills \(fill) % of the frame's width or height, and is in the middle. Beyond the photo's edges there is white\(feathering).
      - fit: { width: \(canvas.width), height: \(canvas.height), content: \(fill)%, background: "#ffffff"\(feather) }

    outputs:
      # Named by the product and the view: photos/mugs/MUG-001_front.jpg becomes MUG-001_front.jpg.
      - { file: "{sku}_{view}.jpg", quality: 90, check: \(rawValue) }

    catalog:
      # The catalog's file is beside this recipe, so that FOLDER contains only pictures and can be uploaded as a whole.
      file: catalog.sqlite
      # Which product a photo shows, as a regular expression for its path without the extension.
      sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)_(?<view>\\w+)'

    """
  }

  /// Writes the recipe to a new file.
  public func writeRecipe(to path: String) throws { try FirstRecipe.write(recipe, to: path) }

  private var canvas: (width: Int, height: Int) {
    switch self {
    case .amazonMain: (2000, 2000)
    case .ebay: (1600, 1600)
    case .google: (1500, 1500)
    case .shopify: (2048, 2048)
    case .zalando: (1801, 2600)
    case .instagram: (1080, 1350)
    }
  }

  /// Maximum share of the canvas that the product fills, in percent.
  private var fill: Int { self == .amazonMain ? 92 : 88 }

  /// The step that makes the backdrop white, if the marketplace requires that.
  private var whitening: String {
    guard self == .amazonMain else { return "" }
    return """

        # The backdrop becomes pure white, and the product keeps its shadow. A photo whose backdrop can't be told from the
        # product fails, with the reason: no picture is better than a grey rectangle on white.
        - whiten: { shadow: keep, otherwise: refuse }
      """
  }

  /// How a shadow that reaches the frame ends, if white is required there.
  private var feather: String { self == .amazonMain ? ", feather: 10%" : "" }

  private var feathering: String {
    self == .amazonMain ? ",\n  # and a shadow that reaches them fades out" : ""
  }

  private var remark: String {
    switch self {
    case .amazonMain:
      "The backdrop has to be pure white. Photos of scenes or before a textured backdrop fail."
    case .ebay: "No borders, texts or watermarks are allowed."
    case .google: "No borders, texts or watermarks are allowed on the main picture."
    case .shopify: "Squares of one size make even rows in a shop."
    case .zalando: "The shape is 1 : 1.44, upright."
    case .instagram: "4 : 5 is the tallest shape that a feed shows whole."
    }
  }
}
