import Errors
import Filters
import ImageCodecs
import Parameters
import PixelCore
public import Text

extension RecipeError {
  /// What can be wrong with a recipe, or with a file that belongs to one.
  public enum Fault: Equatable, Sendable {
    // MARK: The file

    /// It has nothing in it.
    case empty
    /// It is something else.
    case notARecipe(FileKind)
    /// It is not UTF-8.
    case notUTF8
    /// It is not YAML; the hint says why that may be.
    case notYAML(problem: String, hint: String?)
    /// It has another document behind the first.
    case secondDocument
    /// Keys that are in a map more than once.
    case repeatedKeys([String])
    /// More values than are read, aliases counted as often as they stand.
    case tooManyValues(limit: Int)
    /// It does not say its version.
    case noVersion
    /// It is of another version, or a text instead of a number.
    case wrongVersion(found: String, isText: Bool)
    /// A file that it includes cannot be.
    case unreadableInclude(path: String, why: String)
    /// A key that an included file cannot have.
    case notForIncludes(key: String, allowed: [String])
    /// A name that an included file gives, and another one before it.
    case includedTwice(key: String, map: String, first: Location?, file: String)

    // MARK: Keys and values

    /// A key that there is not.
    case unknownKey(String, nearest: String?, allowed: [String])
    /// Something without a key that it has to have: "an output needs `file`, such as …".
    case missingKey(String, of: String, what: String)
    /// A key with nothing behind it; `what` says what it takes.
    case noValue(key: String, what: String)
    /// A filter with nothing behind its colon.
    case stepWithoutValue(filter: String)
    /// A value of another kind or out of range; `allowed` stands behind "it must be".
    case refusedValue(key: String, found: String, nearest: String?, allowed: String)
    /// A value that is no list or map; `shape` stands behind "it is".
    case wrongShape(key: String, found: String, shape: String)
    /// A value in a list; `allowed` is a whole sentence.
    case refusedElement(list: String, found: String, nearest: String?, allowed: String)
    /// A value that has no key of its own; `expected` is a whole sentence.
    case unexpected(found: String, expected: String)
    /// A value that is twice in a list.
    case repeatedElement(String, list: String)
    /// A list of what is allowed that has nothing in it.
    case emptyList(key: String)
    /// A text of another length.
    case wrongLength(key: String, count: Int, allowed: ClosedRange<Int>)
    /// Two keys of which one alone may be there.
    case notBoth(String, String)
    /// Keys that say the same in other ways.
    case alternatives(String, String)
    /// A parameter's value that is refused.
    case value(RefusedValue)

    // MARK: Steps, sources and fonts

    /// A filter, or what it is given.
    case filter(FilterError)
    /// `orient: auto` or `none` that is not the first step.
    case orientationNotFirst(word: String)
    /// A step of a source has a condition.
    case conditionInSource(source: String)
    /// A source has a condition.
    case conditionOfSource
    /// A step of a source uses another source.
    case sourceInSource(other: String)
    /// A step of a source whose size is known late.
    case lateSizeInSource(filter: String)
    /// A source whose size is known late.
    case lateSizeOfSource
    /// A filter that makes no image by itself.
    case makesNoImage(filter: String, makers: [String])
    /// No font has this name.
    case unknownFont(String, nearest: String?, known: [String])
    /// A text's field that nothing fills.
    case unknownField(String, nearest: String?, known: [String])
    /// A text's field in what is made once for all photos.
    case fieldInSource(field: String, source: String)
    /// A picture that the recipe names cannot be used; nil where its place tells which.
    case unusablePicture(path: String?, CarriedError)
    /// A font that the recipe names, or the default one, cannot be used.
    case unusableFont(path: String, isDefault: Bool, CarriedError)
    /// A profile for CMYK cannot be used.
    case unusableProfile(path: String, why: String)
    /// A text cannot be set.
    case text(CarriedError)
    /// What went wrong with a part of it where that was used, in another process for one.
    case cause(CarriedError)

    // MARK: Outputs

    /// The name of an output's file.
    case template(TemplateRefusal)
    /// The pattern that finds products.
    case pattern(PatternRefusal)
    /// A file name whose extension is none.
    case fileWithoutFormat(file: String)
    /// A file name with the extension of a format that is not written; its name, where it has one.
    case fileOfOtherFormat(file: String, pathExtension: String, format: String?)
    /// A setting that none of the formats has.
    case notForFormats(key: String, formats: [String])
    /// A quality for several formats that is out of range.
    case sharedQuality(found: String, allowed: String)
    /// A file's size is limited, but nothing makes it smaller.
    case noQualityToLower(format: String, isLossless: Bool)
    /// Two outputs have one name; the other, where it is not of the same entry.
    case sameFile(String, other: String?)
    /// Two outputs have one name for every photo.
    case sameFileForAll(String, other: String)
    /// A size in the name of an output whose size is known late.
    case lateSizeInName(file: String, field: String, filter: String)
    /// No marketplace has this name.
    case unknownMarketplace(found: String, nearest: String?, known: [String])

    // MARK: Outputs that stand for several

    /// Values that no output uses.
    case unusedEach(key: String)
    /// Values that are not there.
    case unknownEach(key: String, nearest: String?, known: [String])
    /// More outputs than there may be.
    case tooManyOutputs(limit: Int)

    // MARK: Conditions

    /// A condition without anything to hold; `what` says what it could be.
    case asksNothing(key: String, what: String)
    /// Products do not have this.
    case unknownAttribute(String, nearest: String?, known: [String])
    /// Bounds without a bound.
    case noBounds(key: String)
    /// Bounds that nothing is within.
    case emptyBounds

    // MARK: A photo

    /// Nothing is known of this for the photo's product.
    case unknownValue(field: String)
    /// The photo has no pixels.
    case emptyPhoto(size: PixelSize)
    /// The recipe refuses files with several pictures, and this is one.
    case severalPictures
    /// Nobody looked for a picture that the photo has of its own.
    case ownPictureNotLookedFor

    // MARK: Tables of products, and golden cases

    /// The recipe's table cannot be read.
    case unreadableTable(path: String, CarriedError)
    /// The table does not tell which product a row is of.
    case noSKUColumn(columns: [String])
    /// The table lacks what the recipe, or a condition on products, asks for.
    case missingColumn(String, askedByRecipe: Bool, columns: [String])
    /// A row of the table does not tell its product.
    case rowWithoutSKU
    /// Two rows are of one product.
    case repeatedSKU(String, firstLine: Int)
    /// A value of the table isn't the number that the recipe or a condition on products needs. The table's path and its declared
    /// separator are those of the recipe.
    case unreadableNumber(
      attribute: String, found: String, NumberError, table: String, declared: DecimalSeparator?)
    /// A golden case limits how tightly pixels may lie that it does not allow.
    case densityWithoutPixels
  }

  /// What a file is that is no recipe.
  public enum FileKind: String, Sendable {
    /// A folder.
    case folder
    /// A picture.
    case picture
    /// A text that is not UTF-8.
    case notUTF8 = "not-utf-8"
  }
}

extension RecipeError.Fault {
  /// Which fault it is, as a word for programs.
  public var reason: String {
    switch self {
    case .empty: "empty-recipe"
    case .notARecipe: "not-a-recipe"
    case .notUTF8: "not-utf-8"
    case .notYAML: "not-yaml"
    case .secondDocument: "second-document"
    case .repeatedKeys: "repeated-keys"
    case .tooManyValues: "too-many-values"
    case .noVersion: "no-version"
    case .wrongVersion: "wrong-version"
    case .unreadableInclude: "unreadable-include"
    case .notForIncludes: "not-for-includes"
    case .includedTwice: "included-twice"
    case .unknownKey: "unknown-key"
    case .missingKey: "missing-key"
    case .noValue: "no-value"
    case .stepWithoutValue: "step-without-value"
    case .refusedValue: "refused-value"
    case .wrongShape: "wrong-shape"
    case .refusedElement: "refused-element"
    case .unexpected: "unexpected-value"
    case .repeatedElement: "repeated-element"
    case .emptyList: "empty-list"
    case .wrongLength: "wrong-length"
    case .notBoth: "not-both"
    case .alternatives: "alternatives"
    case .value(let error): error.reason
    case .filter(let error): error.reason
    case .orientationNotFirst: "orientation-not-first"
    case .conditionInSource: "condition-in-source"
    case .conditionOfSource: "condition-of-source"
    case .sourceInSource: "source-in-source"
    case .lateSizeInSource: "late-size-in-source"
    case .lateSizeOfSource: "late-size-of-source"
    case .makesNoImage: "makes-no-image"
    case .unknownFont: "unknown-font"
    case .unknownField: "unknown-field"
    case .fieldInSource: "field-in-source"
    case .unusablePicture: "unusable-picture"
    case .unusableFont: "unusable-font"
    case .unusableProfile: "unusable-profile"
    case .text(let error), .cause(let error): error.reason
    case .template(let error): error.reason
    case .pattern(let error): error.reason
    case .fileWithoutFormat: "file-without-format"
    case .fileOfOtherFormat: "file-of-other-format"
    case .notForFormats: "not-for-formats"
    case .sharedQuality: "shared-quality"
    case .noQualityToLower: "no-quality-to-lower"
    case .sameFile, .sameFileForAll: "same-file"
    case .lateSizeInName: "late-size-in-name"
    case .unknownMarketplace: "unknown-marketplace"
    case .unusedEach: "unused-each"
    case .unknownEach: "unknown-each"
    case .tooManyOutputs: "too-many-outputs"
    case .asksNothing: "asks-nothing"
    case .unknownAttribute: "unknown-attribute"
    case .noBounds: "no-bounds"
    case .emptyBounds: "empty-bounds"
    case .unknownValue: "unknown-value"
    case .emptyPhoto: "empty-photo"
    case .severalPictures: "several-pictures"
    case .ownPictureNotLookedFor: "own-picture-not-looked-for"
    case .unreadableTable: "unreadable-table"
    case .noSKUColumn: "no-sku-column"
    case .missingColumn: "missing-column"
    case .rowWithoutSKU: "row-without-sku"
    case .repeatedSKU: "repeated-sku"
    case .unreadableNumber(_, _, let error, _, _): error.reason
    case .densityWithoutPixels: "density-without-pixels"
    }
  }

  /// What is known of it, apart from its place.
  public var facts: Facts {
    switch self {
    case .empty, .notUTF8, .secondDocument, .noVersion, .conditionOfSource, .lateSizeOfSource, .emptyBounds,
      .severalPictures, .ownPictureNotLookedFor, .rowWithoutSKU, .densityWithoutPixels:
      [:]
    case .notARecipe(let kind): ["found": .text(kind.rawValue)]
    case .notYAML(let problem, let hint): ["problem": .text(problem), "hint": hint.map(FactValue.text)]
    case .repeatedKeys(let keys): ["keys": .texts(keys)]
    case .tooManyValues(let limit), .tooManyOutputs(let limit): ["limit": .count(limit)]
    case .wrongVersion(let found, _): ["found": .text(found), "allowed": 1]
    case .unreadableInclude(let path, let why), .unusableProfile(let path, let why):
      ["path": .text(path), "why": .text(why)]
    case .notForIncludes(let key, let allowed): ["key": .text(key), "allowed": .texts(allowed)]
    case .includedTwice(let key, let map, let first, let file):
      [
        "key": .text(key), "map": .text(map), "firstFile": first.map { .text($0.file ?? file) },
        "firstLine": first.map { .count($0.line) },
      ]
    case .unknownKey(let key, let nearest, let allowed):
      ["key": .text(key), "nearest": nearest.map(FactValue.text), "allowed": .texts(allowed)]
    case .missingKey(let key, let owner, _): ["key": .text(key), "of": .text(owner)]
    case .noValue(let key, _), .emptyList(let key), .asksNothing(let key, _), .noBounds(let key), .unusedEach(let key):
      ["key": .text(key)]
    case .stepWithoutValue(let filter), .lateSizeInSource(let filter): ["filter": .text(filter)]
    case .refusedValue(let key, let found, let nearest, let allowed):
      [
        "key": .text(key), "found": .text(found), "nearest": nearest.map(FactValue.text), "allowed": .text(allowed),
      ]
    case .wrongShape(let key, let found, let shape):
      ["key": .text(key), "found": .text(found), "allowed": .text(shape)]
    case .refusedElement(let list, let found, let nearest, let allowed):
      ["key": .text(list), "found": .text(found), "nearest": nearest.map(FactValue.text), "allowed": .text(allowed)]
    case .unexpected(let found, let expected): ["found": .text(found), "expected": .text(expected)]
    case .repeatedElement(let element, let list): ["key": .text(list), "found": .text(element)]
    case .wrongLength(let key, let count, let allowed):
      [
        "key": .text(key), "count": .count(count), "least": .count(allowed.lowerBound),
        "most": .count(allowed.upperBound),
      ]
    case .notBoth(let one, let other), .alternatives(let one, let other): ["keys": .texts([one, other])]
    case .value(let error): error.facts
    case .filter(let error): error.facts
    case .orientationNotFirst(let word): ["found": .text(word)]
    case .conditionInSource(let source): ["source": .text(source)]
    case .sourceInSource(let other): ["source": .text(other)]
    case .makesNoImage(let filter, let makers): ["filter": .text(filter), "allowed": .texts(makers)]
    case .unknownFont(let name, let nearest, let known), .unknownField(let name, let nearest, let known),
      .unknownAttribute(let name, let nearest, let known), .unknownEach(let name, let nearest, let known),
      .unknownMarketplace(let name, let nearest, let known):
      ["name": .text(name), "nearest": nearest.map(FactValue.text), "known": .texts(known)]
    case .fieldInSource(let field, let source): ["field": .text(field), "source": .text(source)]
    case .unusablePicture(let path, let error):
      path.map { ["path": .text($0)] as Facts }?.with(error.told) ?? error.told
    case .unusableFont(let path, let isDefault, let error):
      (["path": .text(path), "isDefault": .flag(isDefault)] as Facts).with(error.told)
    case .unreadableTable(let path, let error): (["path": .text(path)] as Facts).with(error.told)
    case .text(let error), .cause(let error): error.facts
    case .template(let error): error.facts
    case .pattern(let error): error.facts
    case .fileWithoutFormat(let file): ["file": .text(file)]
    case .fileOfOtherFormat(let file, let pathExtension, let format):
      ["file": .text(file), "extension": .text(pathExtension), "format": format.map(FactValue.text)]
    case .notForFormats(let key, let formats): ["key": .text(key), "formats": .texts(formats)]
    case .sharedQuality(let found, let allowed): ["found": .text(found), "allowed": .text(allowed)]
    case .noQualityToLower(let format, let isLossless): ["format": .text(format), "isLossless": .flag(isLossless)]
    case .sameFile(let file, let other): ["file": .text(file), "other": other.map(FactValue.text)]
    case .sameFileForAll(let file, let other): ["file": .text(file), "other": .text(other)]
    case .lateSizeInName(let file, let field, let filter):
      ["file": .text(file), "field": .text(field), "filter": .text(filter)]
    case .unknownValue(let field): ["field": .text(field)]
    case .emptyPhoto(let size): ["width": .count(size.width), "height": .count(size.height)]
    case .noSKUColumn(let columns): ["columns": .texts(columns)]
    case .missingColumn(let name, let askedByRecipe, let columns):
      ["name": .text(name), "askedByRecipe": .flag(askedByRecipe), "columns": .texts(columns)]
    case .unreadableNumber(let attribute, let found, _, _, let declared):
      ["attribute": .text(attribute), "found": .text(found), "decimal": declared.map { .text($0.rawValue) }]
    case .repeatedSKU(let sku, let line): ["sku": .text(sku), "firstLine": .count(line)]
    }
  }

  /// What can be done about it, where the sentence does not say so.
  public var remedy: (any Remedy)? {
    switch self {
    case .empty: RecipeRemedy.startFromExample
    case .filter(.makesTooLarge): LimitRemedy.raise(.maxPixels)
    case .filter(let error): error.remedy
    case .template(let error): error.remedy
    case .unusablePicture(_, let error), .unusableFont(_, false, let error), .text(let error), .cause(let error),
      .unreadableTable(_, let error):
      error.remedy
    default: nil
    }
  }
}

extension CarriedError {
  /// What is known of it, and which it is, where it is another error's cause.
  fileprivate var told: Facts { (["cause": .text(reason)] as Facts).with(facts) }
}

/// What can be done about a recipe, or a photo that it does not suit.
public enum RecipeRemedy: String, RestorableRemedy, CaseIterable {
  /// There is nothing yet.
  case startFromExample = "start-from-example"
  /// The photo's name lacks what the output's is made of.
  case nameByStemOrLeaveOut = "name-by-stem-or-leave-out"

  /// What to do.
  public var suggestion: String {
    switch self {
    case .startFromExample: "start from the example that packshot has"
    case .nameByStemOrLeaveOut: "add {stem} to its name, or leave the photo out"
    }
  }
}
