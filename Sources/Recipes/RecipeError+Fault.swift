import Errors
import Filters
import ImageCodecs
import Parameters
import PixelCore
public import Text

extension RecipeError {
  /// The kinds of errors in a recipe, or in a file that belongs to one.
  public enum Fault: DescribedError, Equatable {
    // MARK: The file

    /// The file is empty.
    case empty
    /// The file isn't a recipe.
    case notARecipe(FileKind)
    /// The file isn't UTF-8.
    case notUTF8
    /// The file isn't valid YAML. The hint suggests a cause.
    case notYAML(problem: String, hint: String?)
    /// The file contains a second document.
    case secondDocument
    /// A map contains these keys more than once.
    case repeatedKeys([String])
    /// The file contains too many values, counting aliases as often as they are used.
    case tooManyValues(limit: Int)
    /// The version is missing.
    case noVersion
    /// The version is not supported, or is a text instead of a number.
    case wrongVersion(found: String, isText: Bool)
    /// An included file can't be read.
    case unreadableInclude(path: String, why: String)
    /// An included file contains a key that it can't have.
    case notForIncludes(key: String, allowed: [String])
    /// A name in an included file is already defined in another file.
    case includedTwice(key: String, map: String, firstFile: String, firstLine: Int?, firstColumn: Int?)

    // MARK: Keys and values

    /// The key is unknown.
    case unknownKey(String, nearest: String?, allowed: [String])
    /// A required key is missing: "an output needs `file`, such as …".
    case missingKey(String, of: String, what: String)
    /// A key has no value. `what` describes the expected value.
    case noValue(key: String, what: String)
    /// A filter has no value after its colon.
    case stepWithoutValue(filter: String)
    /// A value has the wrong type or is out of range. `allowed` is worded to follow "it must be".
    case refusedValue(key: String, found: String, nearest: String?, allowed: String)
    /// A value isn't a list or map. `shape` is worded to follow "it is".
    case wrongShape(key: String, found: String, shape: String)
    /// A value in a list isn't allowed. `allowed` is a complete sentence.
    case refusedElement(list: String, found: String, nearest: String?, allowed: String)
    /// A value without a key isn't allowed. `expected` is a complete sentence.
    case unexpected(found: String, expected: String)
    /// A value occurs twice in a list.
    case repeatedElement(String, list: String)
    /// A list of allowed values is empty.
    case emptyList(key: String)
    /// The length of a text isn't allowed.
    case wrongLength(key: String, count: Int, allowed: ClosedRange<Int>)
    /// Two keys exclude each other.
    case notBoth(String, String)
    /// Two keys are alternatives for the same setting.
    case alternatives(String, String)
    /// The value of a parameter isn't allowed.
    case value(RefusedValue)

    // MARK: Steps, sources and fonts

    /// An error in a filter or its parameters.
    case filter(FilterError)
    /// `orient: auto` or `none` is not the first step.
    case orientationNotFirst(word: String)
    /// A step of a source has a condition.
    case conditionInSource(source: String)
    /// A source has a condition.
    case conditionOfSource
    /// A step of a source uses another source.
    case sourceInSource(other: String)
    /// The output size of a source's step is known only after rendering.
    case lateSizeInSource(filter: String)
    /// The size of a source is known only after rendering.
    case lateSizeOfSource
    /// The filter can't create an image without input.
    case makesNoImage(filter: String, makers: [String])
    /// No font has this name.
    case unknownFont(String, nearest: String?, known: [String])
    /// A field of a text isn't a known attribute.
    case unknownField(String, nearest: String?, known: [String])
    /// A source, which is made once for all photos, has a text with a field.
    case fieldInSource(field: String, source: String)
    /// A picture of the recipe can't be used. The path is nil if the location identifies the picture.
    case unusablePicture(path: String?, ErrorDescriptor)
    /// A font of the recipe, or the default font, can't be used.
    case unusableFont(path: String, isDefault: Bool, ErrorDescriptor)
    /// The CMYK profile can't be used.
    case unusableProfile(path: String, why: String)
    /// A text can't be set.
    case text(ErrorDescriptor)
    /// An error from using a part of the recipe, possibly in another process.
    case cause(ErrorDescriptor)

    // MARK: Outputs

    /// An error in a file name template.
    case template(TemplateRefusal)
    /// An error in the pattern that finds products.
    case pattern(PatternRefusal)
    /// A file name has no extension.
    case fileWithoutFormat(file: String)
    /// A file name has the extension of a format that can't be written. `format` is the format's name, if known.
    case fileOfOtherFormat(file: String, pathExtension: String, format: String?)
    /// None of the output's formats has this setting.
    case notForFormats(key: String, formats: [String])
    /// The quality for several formats is out of range.
    case sharedQuality(found: String, allowed: String)
    /// A maximum file size is set, but the format has no quality to lower.
    case noQualityToLower(format: String, isLossless: Bool)
    /// Two outputs have the same name. `other` is nil if both come from the same entry.
    case sameFile(String, other: String?)
    /// Two outputs have the same name for every photo.
    case sameFileForAll(String, other: String)
    /// A file name contains a size that is known only after rendering.
    case lateSizeInName(file: String, field: String, filter: String)
    /// An output shows several photos, but the recipe can't know which photos show the same product. `view` is a view that
    /// the output shows.
    case groupWithoutPattern(view: String?)
    /// A condition of an output that shows several photos depends on a single photo.
    case conditionOfGroup
    /// A shared step has a condition on a photo's header, but an output shows several photos.
    case conditionBeforeGroup(output: String)
    /// A shared step uses a source that each photo has, but an output shows several photos.
    case ownSourceBeforeGroup(source: String, output: String)
    /// The marketplace is unknown.
    case unknownMarketplace(found: String, nearest: String?, known: [String])

    // MARK: Outputs that stand for several

    /// A value of `each` isn't used in the output.
    case unusedEach(key: String)
    /// A field refers to a value that `each` doesn't define.
    case unknownEach(key: String, nearest: String?, known: [String])
    /// `each` would create too many outputs.
    case tooManyOutputs(limit: Int)

    // MARK: Conditions

    /// A condition is empty. `what` suggests a condition.
    case asksNothing(key: String, what: String)
    /// Products don't have this attribute.
    case unknownAttribute(String, nearest: String?, known: [String])
    /// Bounds have neither minimum nor maximum.
    case noBounds(key: String)
    /// The minimum is larger than the maximum.
    case emptyBounds

    // MARK: A photo

    /// The photo's product has no value for this field.
    case unknownValue(field: String)
    /// The photo has no pixels.
    case emptyPhoto(size: PixelSize)
    /// The photo's file contains several pictures, and the recipe refuses that.
    case severalPictures
    /// The caller didn't provide a per-photo image.
    case ownPictureNotLookedFor

    // MARK: Tables of products, and golden cases

    /// The recipe's table can't be read.
    case unreadableTable(path: String, ErrorDescriptor)
    /// The table has no column with the name that the recipe gives for `role`, such as `key`.
    case noColumn(String, role: String, nearest: String?, columns: [String])
    /// The table has no column for an attribute that the recipe, or a condition on products, uses.
    case missingColumn(String, askedByRecipe: Bool, columns: [String])
    /// A row of the table has no SKU.
    case rowWithoutSKU
    /// Two rows have the same SKU.
    case repeatedSKU(String, firstLine: Int, column: String, value: String, firstValue: String)
    /// A row of the table of photos has no file name.
    case rowWithoutPhoto
    /// Two rows have the same file name, but different products or views.
    case repeatedPhoto(String, firstLine: Int)
    /// A value of the table isn't a number, although the recipe or a condition on products needs one. `table` and
    /// `declared` are the table's path and decimal separator in the recipe.
    case unreadableNumber(
      attribute: String, found: String, NumberError, table: String, declared: DecimalSeparator?)
    /// A golden case limits the density of different pixels, but allows none.
    case densityWithoutPixels

    public var descriptor: ErrorDescriptor {
      switch self {
      case .empty: .init(.recipe, "the recipe is empty", reason: "empty-recipe", remedy: .startFromExample)
      case .notARecipe(.folder): .init(.recipe, "this is a folder, not a recipe", ["found": "folder"])
      case .notARecipe(.picture):
        .init(.recipe, "this is a picture, not a recipe, which is a YAML file", ["found": "picture"])
      case .notARecipe(.notUTF8): .init(.recipe, "this is not a recipe: the file is not UTF-8", ["found": "not-utf-8"])
      case .notUTF8: .init(.recipe, "the file is not UTF-8")
      case .notYAML(let problem, let hint):
        .init(.recipe, "this is not valid YAML: \(problem)" + (hint.map { "; \($0)" } ?? ""))
      case .secondDocument:
        .init(
          .recipe, "a second YAML document begins here; a recipe is one document, so remove the `---` and what follows")
      case .repeatedKeys(let keys):
        .init(
          .recipe, "keys repeated in the same map: \(Self.quoted(keys).joined(separator: ", ")); keep one of each",
          ["keys": keys])
      case .tooManyValues(let limit):
        .init(
          .recipe,
          "this has more than \(limit) values, counting those that aliases (*name) repeat; a recipe has a few hundred at most"
        )
      case .noVersion: .init(.recipe, "a recipe starts with its version: `packshot: 1`")
      case .wrongVersion(let found, let isText):
        .init(
          .recipe,
          "`packshot` is \(found); "
            + (isText ? "write the version without quotes: `packshot: 1`" : "this program reads version 1"),
          ["allowed": 1])
      case .unreadableInclude(let path, let why): .init(.recipe, "\(path) cannot be included: \(why)")
      case .notForIncludes(let key, let allowed):
        .init(
          .recipe,
          "an included file may only contain \(Spelling.list(Self.quoted(allowed) + ["keys that begin with x-"], "and")); "
            + "`\(key)` belongs in the recipe itself")
      case .includedTwice(let key, let map, let file, let line, let column):
        .init(
          .recipe,
          "`\(map)` has `\(key)` already\(line.map { " at \(file):\($0):\(column ?? 1)" } ?? ""); "
            + "give one of them another name")
      case .unknownKey(let key, let nearest, let allowed):
        .init(
          .recipe,
          "unknown key `\(key)`\(Spelling.suggestion(nearest)); the keys are \(allowed.joined(separator: ", "))",
          ["key": key])
      case .missingKey(let key, let owner, let what): .init(.recipe, "\(owner) needs `\(key)`, \(what)", ["key": key])
      case .noValue(let key, let what): .init(.recipe, "`\(key)` has no value; it must be \(what)")
      case .stepWithoutValue(let filter):
        .init(
          .recipe,
          "`\(filter):` has no value; write `\(filter)` for its defaults, and put colours in quotes: \"#ffffff\"")
      case .refusedValue(let key, let found, let nearest, let allowed):
        .init(.recipe, "`\(key)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)")
      case .wrongShape(let key, let found, let shape): .init(.recipe, "`\(key)` is \(found); it is \(shape)")
      case .refusedElement(let list, let found, let nearest, let allowed):
        .init(.recipe, "`\(list)` has \(found)\(Spelling.suggestion(nearest)); \(allowed)")
      case .unexpected(let found, let expected):
        .init(.recipe, "this is \(found); \(expected)", reason: "unexpected-value")
      case .repeatedElement(let element, let list):
        .init(.recipe, "`\(list)` has \(element) twice; leave one out", ["found": element])
      case .emptyList(let key):
        .init(.recipe, "`\(key)` is an empty list, which matches nothing; add a value or remove the key")
      case .wrongLength(let key, let count, let allowed):
        .init(
          .recipe, "`\(key)` has \(count) characters; it must have \(allowed.lowerBound) to \(allowed.upperBound)",
          ["least": allowed.lowerBound, "most": allowed.upperBound])
      case .notBoth(let one, let other):
        .init(.recipe, "give `\(one)` or `\(other)`, not both", ["keys": [one, other]])
      case .alternatives(let one, let other):
        .init(.recipe, "`\(one)` and `\(other)` are alternatives; keep one", ["keys": [one, other]])
      case .value(let error): .init(error).with(code: .recipe)
      case .filter(let error): Self.failure(of: error)
      case .orientationNotFirst(let word):
        .init(
          .recipe,
          "`orient: \(word)` can only be the recipe's first step; here it must be an Exif orientation from 1 to 8")
      case .conditionInSource(let source):
        .init(.recipe, "a source's steps cannot have `when`; add it to the steps that use `\(source)`")
      case .conditionOfSource: .init(.recipe, "a source cannot have `when`; add it to the steps that use the source")
      case .sourceInSource(let other):
        .init(.recipe, "a source's steps cannot use other sources, such as `\(other)`; use both in the recipe's steps")
      case .lateSizeInSource(let filter):
        .init(
          .recipe,
          "`\(filter)` makes an image whose size is known only after decoding, but a source's size must be known before; "
            + "remove this step")
      case .lateSizeOfSource:
        .init(.recipe, "its size is known only after decoding; remove the step that trims it")
      case .makesNoImage(let filter, let makers):
        .init(
          .recipe,
          "`\(filter)` does not make an image by itself; a source is a path, `file`, `photo`, or one of "
            + makers.joined(separator: ", "))
      case .unknownFont(let name, let nearest, let known):
        .init(
          .recipe,
          "unknown font `\(name)`\(Spelling.suggestion(nearest))"
            + (known.isEmpty
              ? "; the recipe has no `fonts`, such as `fonts: { \(name): { files: [\(name).otf] } }`"
              : "; the recipe's fonts are \(known.joined(separator: ", "))"),
          ["name": name])
      case .unknownField(let name, let nearest, let known):
        .init(
          .recipe,
          "`text` has an unknown field `{\(name)}`\(Spelling.suggestion(nearest.map { "{\($0)}" })); products have "
            + known.map { "{\($0)}" }.joined(separator: " "), ["name": name])
      case .fieldInSource(let field, let source):
        .init(
          .recipe,
          "the text uses {\(field)}, but `\(source)` is rendered once for all photos; use the text in the recipe's steps"
        )
      case .unusablePicture(let path?, let error):
        .init(
          .recipe, "the picture \(path) cannot be used: \(error.message)", Self.details(of: error), remedy: error.remedy
        )
      case .unusablePicture(nil, let error):
        .init(.recipe, "the picture cannot be used: \(error.message)", Self.details(of: error), remedy: error.remedy)
      case .unusableFont(_, true, let error):
        .init(
          .recipe,
          "the default font is missing: \(error.message); install Debian's fonts-inter, or add another font: "
            + "`fonts: { brand: { files: [brand.otf] } }`, and `font: brand` to the text", Self.details(of: error))
      case .unusableFont(let path, false, let error):
        .init(
          .recipe, "the font \(path) cannot be used: \(error.message)", Self.details(of: error), remedy: error.remedy)
      case .unusableProfile(let path, let why): .init(.recipe, "the profile \(path) cannot be used for CMYK: \(why)")
      case .text(let error), .cause(let error): error.with(code: .recipe)
      case .template(let error): .init(error)
      case .pattern(let error): .init(error)
      case .fileWithoutFormat(let file):
        .init(
          .recipe,
          "the file name \"\(file)\" does not say a format; packshot writes \(FormatList.namesWithExtensions); "
            + "use one of these extensions, or add "
            + Spelling.list(FormatList.written.map { "`format: \($0.identifier)`" }, "or"))
      case .fileOfOtherFormat(let file, let pathExtension, let format):
        .init(
          .recipe,
          "the file name \"\(file)\" \(format.map { "asks for \($0)" } ?? "ends in .\(pathExtension)"); "
            + "packshot writes \(FormatList.namesWithExtensions)")
      case .notForFormats(let key, let formats):
        .init(.recipe, "`\(key)` is not for \(Spelling.list(formats, "or")) files; leave it out")
      case .sharedQuality(let found, let allowed):
        .init(.recipe, "`quality` is \(found); for several formats it must be \(allowed), as for JPEG")
      case .noQualityToLower(let format, let isLossless):
        .init(
          .recipe,
          "`targetBytes` lowers the quality until a file is small enough, but "
            + (isLossless ? "a \(format) has no quality" : "a lossless \(format) ignores its quality")
            + "; leave it out")
      case .sameFile(let file, nil):
        .init(
          .recipe,
          "two of these outputs have the same `file`, \"\(file)\"; make the names different, for example with "
            + "{each.width}, {width} or another extension", ["file": file])
      case .sameFile(let file, let other?):
        .init(.recipe, "this writes the same `file` as \(other), \"\(file)\"; give it another name", ["file": file])
      case .sameFileForAll(let file, let other):
        .init(
          .recipe, "this writes the same file as \(other) for every photo, \"\(file)\"; give it another name",
          ["file": file])
      case .lateSizeInName(let file, let field, let filter):
        .init(
          .recipe,
          "the name \"\(file)\" uses {\(field)}, but its size is known only after decoding, because of `\(filter)`; "
            + "remove {\(field)}, or add a step with a fixed size after `\(filter)`, such as "
            + "`fit: { width: 800, height: 800 }`")
      case .groupWithoutPattern(let view):
        .init(
          .recipe,
          "`group` needs to know \(view == nil ? "the product" : "the product and the view") that a photo shows; add a pattern that "
            + "finds \(view == nil ? "it" : "them") in a photo's path, such as "
            + "`catalog: { sku: '(.*/)?(?<sku>[A-Za-z0-9-]+)(_(?<view>\\w+))?' }`")
      case .conditionOfGroup:
        .init(
          .recipe,
          "`when` asks about a single photo, but the output shows several; ask only about `product`, or choose views with `photos`"
        )
      case .conditionBeforeGroup(let output):
        .init(
          .recipe,
          "`when` asks for an orientation, a size or alpha, but \(output) shows several photos, which can differ in that; ask "
            + "about `product` or `view`, or move the step to the outputs that need it")
      case .ownSourceBeforeGroup(let source, let output):
        .init(
          .recipe,
          "the source `\(source)` belongs to a single photo, but \(output) shows several; move the step to the outputs that need it",
          ["source": source])
      case .unknownMarketplace(let found, let nearest, let known):
        .init(
          .recipe,
          "`check` is \(found)\(Spelling.suggestion(nearest)); the marketplaces are \(known.joined(separator: ", "))")
      case .unusedEach(let key):
        .init(.recipe, "`each` has `\(key)`, but nothing uses it; write \"{each.\(key)}\" in place of its values")
      case .unknownEach(let key, let nearest, let known):
        .init(.recipe, "`each` has no `\(key)`\(Spelling.suggestion(nearest)); it has \(known.joined(separator: ", "))")
      case .tooManyOutputs(let limit): .init(.recipe, "this makes more than \(limit) outputs; use fewer values")
      case .asksNothing(let key, let what): .init(.recipe, "`\(key)` is empty; \(what)")
      case .unknownAttribute(let name, let nearest, let known):
        .init(
          .recipe,
          "products have no `\(name)`\(Spelling.suggestion(nearest)); they have \(known.joined(separator: ", "))",
          ["name": name])
      case .noBounds(let key): .init(.recipe, "`\(key)` needs `min`, `max` or both")
      case .emptyBounds: .init(.recipe, "`min` is greater than `max`, so nothing matches; swap them")
      case .unknownValue(let field):
        .init(.recipe, "the text uses {\(field)}, but this photo's product has no \(field)")
      case .emptyPhoto(let size): .init(.recipe, "a photo must have at least 1 × 1 pixel, but this one has \(size)")
      case .severalPictures:
        .init(
          .recipe,
          "this file has several pictures, such as frames or pages, and the recipe refuses such photos; "
            + "save one picture as a separate file, or remove `animation` to use the first")
      case .ownPictureNotLookedFor: .init(.recipe, "the per-photo image was not looked up")
      case .unreadableTable(let path, let error):
        .init(
          .recipe, "the table \(path) cannot be read: \(error.message)", Self.details(of: error), remedy: error.remedy)
      case .noColumn(let name, let role, let nearest, let columns):
        .init(
          .recipe,
          "the table needs a column `\(name)`\(Spelling.suggestion(nearest)); its columns are "
            + "\(columns.joined(separator: ", ")), and the recipe can name another one with `\(role)`",
          ["name": name])
      case .missingColumn(let name, let askedByRecipe, let columns):
        .init(
          .recipe,
          "\(askedByRecipe ? "the recipe" : "a condition on products") uses `\(name)`, but the table has no such column; "
            + "its columns are \(columns.joined(separator: ", "))", ["name": name])
      case .rowWithoutSKU: .init(.recipe, "this row has no sku")
      case .repeatedSKU(let sku, let line, let column, let value, let firstValue):
        .init(
          .recipe,
          "the `\(column)` of \(sku) is “\(value)” here, and “\(firstValue)” in line \(line); rows of the same product must agree",
          ["sku": sku])
      case .rowWithoutPhoto: .init(.recipe, "this row names no photo")
      case .repeatedPhoto(let photo, let line):
        .init(
          .recipe, "the photo \(photo) is in line \(line) already, with another product or view; keep one of the rows",
          ["photo": photo])
      case .unreadableNumber(let attribute, let found, let error, let table, let declared):
        .init(
          .recipe,
          "`\(attribute)` is “\(found)”, which "
            + Self.numberAdvice(error, of: "data: { file: \(Value(.text(table))), decimal: ", declared),
          reason: ErrorDescriptor(error).reason)
      case .densityWithoutPixels:
        .init(
          .recipe,
          "`density` limits how tightly the pixels that `pixels` allows may cluster; add `pixels`, such as `pixels: 0.1%`"
        )
      }
    }

    /// Returns the description of a filter's error, with the remedy for an exceeded pixel limit.
    private static func failure(of error: FilterError) -> ErrorDescriptor {
      var descriptor = ErrorDescriptor(error).with(code: .recipe)
      if case .makesTooLarge = error { descriptor.remedy = .raiseLimit(.maxPixels) }
      return descriptor
    }

    /// Returns the details of another error, with its reason as the cause.
    private static func details(of error: ErrorDescriptor) -> Details {
      (["cause": error.reason] as Details).with(error.details)
    }

    /// Returns advice about a number in a table.
    private static func numberAdvice(_ error: NumberError, of key: String, _ declared: DecimalSeparator?) -> String {
      switch (error, declared) {
      case (.ambiguousNumber(let point, let comma), _):
        "can be \(point) or \(comma); write `\(key)point }` in the recipe for the first, or `decimal: comma` for the second"
      case (.undeclaredDecimal(let reading, let decimal), _):
        "is read as \(reading) only if the recipe says how the table writes numbers; write "
          + "`\(key)\((decimal ?? .comma).rawValue) }`, or \(reading) in the table"
      case (.notANumber, .comma?):
        "isn't a number with a decimal comma; write it as 1.299,00 or 1299,00, or leave the field empty"
      case (.notANumber, .point?):
        "isn't a number with a decimal point; write it as 1,299.00 or 1299.00, or leave the field empty"
      case (.notANumber, nil): "isn't a number; write it as 12.50 or 12,50, or leave the field empty"
      }
    }

    private static func quoted(_ keys: [String]) -> [String] { keys.map { "`\($0)`" } }
  }

  /// The kind of a file that isn't a recipe.
  public enum FileKind: String, Sendable {
    /// A folder.
    case folder
    /// A picture.
    case picture
    /// A text that is not UTF-8.
    case notUTF8 = "not-utf-8"
  }
}

extension Remedy {
  /// Start with packshot's example recipe.
  public static var startFromExample: Remedy { .init("start from packshot's example") }
  /// Add the photo's stem to an output's name, or exclude the photo.
  public static var nameByStemOrLeaveOut: Remedy { .init("add {stem} to its name, or leave the photo out") }
}
