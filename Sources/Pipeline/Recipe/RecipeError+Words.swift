import Filters
import ImageCodecs
import Parameters
import Text

extension RecipeError.Fault {
  /// What was found, what is allowed, and what to change in the recipe.
  public var message: String {
    switch self {
    case .empty: "the recipe is empty"
    case .notARecipe(.folder): "this is a folder, not a recipe"
    case .notARecipe(.picture): "this is a picture, not a recipe, which is a YAML file"
    case .notARecipe(.notUTF8): "this is not a recipe: the file is not UTF-8"
    case .notUTF8: "the file is not UTF-8"
    case .notYAML(let problem, let hint): "this is not valid YAML: \(problem)" + (hint.map { "; \($0)" } ?? "")
    case .secondDocument:
      "a second YAML document begins here; a recipe is one document, so remove the `---` and what follows"
    case .repeatedKeys(let keys):
      "\(Self.quoted(keys).joined(separator: ", ")) appears more than once in the same map; keep one"
    case .tooManyValues(let limit):
      "this has more than \(limit) values, counting those that aliases (*name) repeat; a recipe has a few hundred at most"
    case .noVersion: "a recipe starts with its version: `packshot: 1`"
    case .wrongVersion(let found, let isText):
      "`packshot` is \(found); "
        + (isText ? "write the version without quotes: `packshot: 1`" : "this program reads version 1")
    case .unreadableInclude(let path, let why): "\(path) cannot be included: \(why)"
    case .notForIncludes(let key, let allowed):
      "an included file has \(Spelling.list(Self.quoted(allowed) + ["keys that begin with x-"], "and")) only; "
        + "`\(key)` belongs in the recipe itself"
    case .includedTwice(let key, let map, let first, let file):
      "`\(map)` has `\(key)` already\(first.map { " at \($0.file ?? file):\($0.line):\($0.column)" } ?? ""); "
        + "give one of them another name"
    case .unknownKey(let key, let nearest, let allowed):
      "unknown key `\(key)`\(Spelling.suggestion(nearest)); the keys are \(allowed.joined(separator: ", "))"
    case .missingKey(let key, let owner, let what): "\(owner) needs `\(key)`, \(what)"
    case .noValue(let key, let what): "`\(key)` has no value; it is \(what)"
    case .stepWithoutValue(let filter):
      "`\(filter):` has no value; write `\(filter)` for its defaults, and put colours in quotes: \"#ffffff\""
    case .refusedValue(let key, let found, let nearest, let allowed):
      "`\(key)` is \(found)\(Spelling.suggestion(nearest)); it must be \(allowed)"
    case .wrongShape(let key, let found, let shape): "`\(key)` is \(found); it is \(shape)"
    case .refusedElement(let list, let found, let nearest, let allowed):
      "`\(list)` has \(found)\(Spelling.suggestion(nearest)); \(allowed)"
    case .unexpected(let found, let expected): "this is \(found); \(expected)"
    case .repeatedElement(let element, let list): "`\(list)` has \(element) twice; leave one out"
    case .emptyList(let key): "`\(key)` is an empty list, which nothing is one of"
    case .wrongLength(let key, let count, let allowed):
      "`\(key)` has \(count) characters; it must have \(allowed.lowerBound) to \(allowed.upperBound)"
    case .notBoth(let one, let other): "give `\(one)` or `\(other)`, not both"
    case .alternatives(let one, let other): "`\(one)` and `\(other)` are alternatives; keep one"
    case .value(let error): error.message
    case .filter(let error): error.message
    case .orientationNotFirst(let word):
      "`orient: \(word)` can only be the recipe's first step; here it must be an Exif orientation from 1 to 8"
    case .conditionInSource(let source):
      "a source's steps have no `when`; give it to the steps that use `\(source)`"
    case .conditionOfSource: "a source has no `when`; give it to the steps that use the source"
    case .sourceInSource(let other):
      "a source's steps cannot use other sources, such as `\(other)`; use both in the recipe's steps"
    case .lateSizeInSource(let filter):
      "the size of what `\(filter)` makes is known only once the pixels are seen; a source's has to be known before, "
        + "so leave it out here"
    case .lateSizeOfSource: "its size is known only once its pixels are seen; leave out the step that trims it"
    case .makesNoImage(let filter, let makers):
      "`\(filter)` does not make an image by itself; a source is a path, `file`, `photo`, or one of "
        + makers.joined(separator: ", ")
    case .unknownFont(let name, let nearest, let known):
      "unknown font `\(name)`\(Spelling.suggestion(nearest))"
        + (known.isEmpty
          ? "; the recipe has no `fonts`, such as `fonts: { \(name): { files: [\(name).otf] } }`"
          : "; the recipe's fonts are \(known.joined(separator: ", "))")
    case .unknownField(let name, let nearest, let known):
      "`text` has an unknown field `{\(name)}`\(Spelling.suggestion(nearest.map { "{\($0)}" })); products have "
        + known.map { "{\($0)}" }.joined(separator: " ")
    case .fieldInSource(let field, let source):
      "the text uses {\(field)}, but `\(source)` is made once for all photos; set the text in the recipe's steps"
    case .unusablePicture(let path?, let error): "the picture \(path) cannot be used: \(error.message)"
    case .unusablePicture(nil, let error): "the picture cannot be used: \(error.message)"
    case .unusableFont(_, true, let error):
      "the default font is not there: \(error.message); install Debian's fonts-inter, or name a font of your own: "
        + "`fonts: { brand: { files: [brand.otf] } }`, and `font: brand` in the text"
    case .unusableFont(let path, false, let error): "the font \(path) cannot be used: \(error.message)"
    case .unusableProfile(let path, let why): "the profile \(path) cannot be used for CMYK: \(why)"
    case .text(let error), .cause(let error): error.message
    case .template(let error): error.message
    case .pattern(let error): error.message
    case .fileWithoutFormat(let file):
      "the file name \"\(file)\" does not say a format; packshot writes \(FormatList.namesWithExtensions); "
        + "use one of these extensions, or add "
        + Spelling.list(FormatList.written.map { "`format: \($0.identifier)`" }, "or")
    case .fileOfOtherFormat(let file, let pathExtension, let format):
      "the file name \"\(file)\" \(format.map { "asks for \($0)" } ?? "ends in .\(pathExtension)"); "
        + "packshot writes \(FormatList.namesWithExtensions)"
    case .notForFormats(let key, let formats):
      "`\(key)` is not for \(Spelling.list(formats, "or")) files; leave it out"
    case .sharedQuality(let found, let allowed):
      "`quality` is \(found); for several formats it must be \(allowed), as of a JPEG"
    case .noQualityToLower(let format, let isLossless):
      "`targetBytes` lowers the quality until a file is small enough, but "
        + (isLossless ? "a \(format) has no quality" : "a lossless \(format) ignores its quality") + "; leave it out"
    case .sameFile(let file, nil):
      "two of these outputs have the same `file`, \"\(file)\"; let their names tell them apart, as with "
        + "{each.width}, {width} or another extension"
    case .sameFile(let file, let other?):
      "this writes the same `file` as \(other), \"\(file)\"; give it another name"
    case .sameFileForAll(let file, let other):
      "this writes the same file as \(other) for every photo, \"\(file)\"; give it another name"
    case .lateSizeInName(let file, let field, let filter):
      "the name \"\(file)\" uses {\(field)}, but the size is known only once `\(filter)` has seen the photo; "
        + "remove {\(field)}, or add a step behind `\(filter)` that always makes the same size, such as "
        + "`fit: { width: 800, height: 800 }`"
    case .unknownMarketplace(let found, let nearest, let known):
      "`check` is \(found)\(Spelling.suggestion(nearest)); the marketplaces are \(known.joined(separator: ", "))"
    case .unusedEach(let key):
      "`each` has `\(key)`, but nothing uses it; write \"{each.\(key)}\" where its values belong"
    case .unknownEach(let key, let nearest, let known):
      "`each` has no `\(key)`\(Spelling.suggestion(nearest)); it has \(known.joined(separator: ", "))"
    case .tooManyOutputs(let limit): "this comes to more than \(limit) outputs; use fewer values"
    case .asksNothing(let key, let what): "`\(key)` asks for nothing; \(what)"
    case .unknownAttribute(let name, let nearest, let known):
      "products have no `\(name)`\(Spelling.suggestion(nearest)); they have \(known.joined(separator: ", "))"
    case .noBounds(let key): "`\(key)` needs `min`, `max` or both"
    case .emptyBounds: "`min` is more than `max`, so that nothing is within; swap them"
    case .unknownValue(let field):
      "the text uses {\(field)}, but there is no \(field) on record for this photo's product"
    case .emptyPhoto(let size): "a photo must have at least 1 × 1 pixel, but this one has \(size)"
    case .severalPictures:
      "this file has several pictures, those of an animation or pages, and the recipe refuses such photos; "
        + "save the picture that is meant as a file of its own, or leave `animation` out to take the first"
    case .ownPictureNotLookedFor: "the photo's own picture for it was not looked for"
    case .unreadableTable(let path, let error): "the table \(path) cannot be read: \(error.message)"
    case .noSKUColumn(let columns):
      "the table needs a column `sku`; its columns are \(columns.joined(separator: ", "))"
    case .missingColumn(let name, let askedByRecipe, let columns):
      "\(askedByRecipe ? "the recipe" : "a condition on products") asks for `\(name)`, but the table has no such column; "
        + "its columns are \(columns.joined(separator: ", "))"
    case .rowWithoutSKU: "this row has no sku"
    case .repeatedSKU(let sku, let line): "the sku \(sku) is in line \(line) already; keep one of the rows"
    case .unreadableNumber(let attribute, let found, let error, let table, let declared):
      "`\(attribute)` is “\(found)”, which "
        + Self.numberAdvice(error, of: "data: { file: \(Value(.text(table))), decimal: ", declared)
    case .densityWithoutPixels:
      "`density` limits how tightly the pixels that `pixels` allows may cluster; add `pixels`, such as `pixels: 0.1%`"
    }
  }

  /// What is wrong with a number of a table, and what the recipe or the table needs instead.
  private static func numberAdvice(_ error: NumberError, of key: String, _ declared: DecimalSeparator?) -> String {
    switch (error, declared) {
    case (.ambiguous(let point, let comma), _):
      "can be \(point) or \(comma); write `\(key)point }` in the recipe for the first, or `decimal: comma` for the second"
    case (.undeclared(let reading, let decimal), _):
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
