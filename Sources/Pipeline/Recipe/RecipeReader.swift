import ColorProfiles
import Files
import Filters
import ImageCodecs
import Parameters
import PixelCore
import Text

extension Recipe {
  /// Reads and checks a recipe.
  ///
  /// - Parameters:
  ///   - yaml: The recipe's text.
  ///   - file: Its name, for messages, and for the paths in it, which are relative to its folder.
  ///   - filters: Those that it may use.
  ///   - readInclude: Gives what it includes. Text by itself includes nothing.
  public init(
    yaml: String, file: String, filters: FilterList = .standard, readInclude: ReadInclude? = nil
  ) throws(RecipeError) {
    let reader = RecipeReader(file: file, filters: filters, readInclude)
    self = try reader.read(try Value.yaml(yaml, file: file))
  }
}

/// Makes a recipe of its YAML, or says everything that is wrong with it and where.
final class RecipeReader {
  let file: String
  let filters: FilterList
  /// What is wrong with the parts read so far.
  var errors: [RecipeError] = []

  /// Gives the text of a file that the recipe includes.
  let readInclude: Recipe.ReadInclude?
  /// What holds for all outputs that do not say otherwise.
  var defaults: [String: Value.Entry] = [:]
  /// The files that were included.
  var includedFiles: [String] = []
  /// What it may ask about products.
  var attributeNames = AttributeNames()

  init(file: String, filters: FilterList, _ readInclude: Recipe.ReadInclude?) {
    (self.file, self.filters) = (file, filters)
    self.readInclude = readInclude
  }

  func read(_ document: Value) throws(RecipeError) -> Recipe {
    let document = try whole(document)
    let top = try fields(
      of: document, at: Recipe.Node(path: "", location: document.location),
      allowed: RecipeKeys.recipe)
    try checkVersion(top, in: document)
    let name = part { () throws(RecipeError) in try self.name(top["name"]) }
    let working = part { () throws(RecipeError) in
      try choice(
        "working", in: top["working"], standard: PixelFormat.Transfer.encoded,
        allowed: "encoded (as browsers blend) or linear (in linear light)")
    }
    let fidelity = part { () throws(RecipeError) in
      try choice(
        "fidelity", in: top["fidelity"], standard: Recipe.Fidelity.sufficient,
        allowed: "sufficient (photos are decoded as small as suffices) or exact (at their full size)")
    }
    let profile = part { () throws(RecipeError) in
      try choice(
        "profile", in: top["profile"], standard: Recipe.Profile.sRGB,
        allowed:
          "sRGB (photos with another colour profile are converted), displayP3 (all are converted to Display P3) or keep (they keep "
          + "their colours and their profile)")
    }
    let animation = part { () throws(RecipeError) in
      try choice(
        "animation", in: top["animation"], standard: Recipe.Animation.first,
        allowed: "first (of an animation the first picture is used) or refuse (such photos fail)")
    }
    let metadata = part { () throws(RecipeError) in
      try choice(
        "metadata", in: top["metadata"], standard: KeptMetadata.strip,
        allowed:
          "strip (outputs have no metadata), copyright (they keep the photo's artist, copyright notice and credit) or keep "
          + "(they keep its Exif, XMP and IPTC, with the place where it was taken)")
    }
    let intent = part { () throws(RecipeError) in
      try choice(
        "intent", in: top["intent"], standard: ColorConversion.Intent.relative,
        allowed: "relative (colorimetric), perceptual, saturation or absolute (colorimetric)")
    }
    let compensatesBlackPoint = part { () throws(RecipeError) in try self.compensatesBlackPoint(top["bpc"]) }
    let cmyk = part { () throws(RecipeError) in try self.cmyk(top["cmyk"]) }
    let data = part { () throws(RecipeError) in try self.data(top["data"]) }
    // Steps and outputs may ask for its groups; what is wrong with it is told in its own place.
    let errorsBefore = errors.count
    let skuPattern = part { () throws(RecipeError) in try self.skuPattern(top["catalog"]) }
    let catalogFile = part { () throws(RecipeError) in try self.catalogFile(top["catalog"]) }
    let errorsOfPattern = errors[errorsBefore...]
    errors.removeSubrange(errorsBefore...)
    attributeNames = AttributeNames(hasTable: top["data"] != nil, pattern: skuPattern ?? nil)
    let fonts = part { () throws(RecipeError) in try self.fonts(top["fonts"]) } ?? []
    let sources = part { () throws(RecipeError) in try self.sources(top["sources"], skuPattern) } ?? []
    let ownSteps = part { () throws(RecipeError) in try self.steps(top["steps"], path: "steps") } ?? []
    errors += errorsOfPattern
    part { () throws(RecipeError) in defaults = try self.defaults(top["defaults"]) }
    let outputs = part { () throws(RecipeError) in try self.outputs(top["outputs"], skuPattern, in: document) } ?? []

    let steps = beginningUpright(ownSteps)
    let furtherSteps = outputs.flatMap(\.steps)
    // What parts say about each other means little where one of them is not understood.
    if errors.isEmpty {
      for step in steps + furtherSteps {
        part { () throws(RecipeError) in try checkSources(of: step, among: sources) }
      }
      for step in steps.dropFirst() + furtherSteps + sources.flatMap(\.steps) {
        part { () throws(RecipeError) in try checkOrientation(of: step) }
      }
    }
    guard errors.isEmpty, let name, let working, let fidelity, let profile, let animation, let metadata,
      let intent,
      let compensatesBlackPoint, let cmyk, let skuPattern
    else {
      throw errors[0].with(others: errors.dropFirst())
    }
    var recipe = Recipe(
      file: file, name: name, working: working, fidelity: fidelity, profile: profile, animation: animation,
      metadata: metadata,
      conversion: ColorConversion(
        intent: intent, compensatesBlackPoint: compensatesBlackPoint,
        space: profile == .displayP3 ? .displayP3 : .sRGB),
      cmyk: cmyk,
      sources: sources, steps: steps, outputs: outputs, skuPattern: skuPattern)
    (recipe.includedFiles, recipe.data) = (includedFiles, data ?? nil)
    recipe.fonts = fonts
    recipe.catalogFile = catalogFile ?? nil
    for use in recipe.texts {
      part { () throws(RecipeError) in try checkFont(of: use.text, at: use.node, among: fonts) }
      part { () throws(RecipeError) in try checkFields(of: use.text, at: use.node) }
    }
    for source in sources where !source.isOwn {
      part { () throws(RecipeError) in try checkNoFields(in: source) }
    }
    if let first = errors.first { throw first.with(others: errors.dropFirst()) }
    return recipe
  }

  /// What `read` makes, or nil where it fails, which is kept while the other parts are read.
  @discardableResult func part<T>(_ read: () throws(RecipeError) -> T) -> T? {
    do { return try read() } catch {
      errors.append(error)
      return nil
    }
  }

  // MARK: The parts of a recipe

  /// Throws where the rest would be read in vain: by the rules of another version, or in what is no recipe at all.
  private func checkVersion(_ top: [String: Value.Entry], in document: Value) throws(RecipeError) {
    guard let entry = top["packshot"] else {
      let error = error(at: document.location, "packshot", .noVersion)
      if top.isEmpty { throw error }
      return errors.insert(error, at: 0)
    }
    guard entry.value == Value(.number(1)) else {
      throw error(
        at: entry.value.location, "packshot",
        .wrongVersion(found: entry.value.excerpt, isText: entry.value == Value(.text("1"))))
    }
  }

  private func name(_ entry: Value.Entry?) throws(RecipeError) -> String {
    // A file's name may be longer than a recipe's.
    guard let entry, let name = try text(entry, path: "name") else {
      return String(String.UnicodeScalarView(stem.unicodeScalars.prefix(RecipeKeys.nameLengths.upperBound)))
    }
    let length = name.unicodeScalars.count
    guard RecipeKeys.nameLengths.contains(length) else {
      throw error(
        at: entry.value.location, "name", .wrongLength(key: "name", count: length, allowed: RecipeKeys.nameLengths))
    }
    return name
  }

  /// One of a few words, which `allowed` names in messages; `standard` where there is none.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, in entry: Value.Entry?, standard: Choice, allowed: String
  ) throws(RecipeError) -> Choice {
    guard let entry else { return standard }
    guard case .text(let word) = entry.value.content, let choice = Choice(rawValue: word) else {
      let nearest = nearest(to: entry.value, among: Choice.allCases.map(\.rawValue))
      throw refused(entry, as: key, at: key, nearest: nearest, allowed)
    }
    return choice
  }

  private func compensatesBlackPoint(_ entry: Value.Entry?) throws(RecipeError) -> Bool {
    guard let entry else { return true }
    guard case .boolean(let compensates) = entry.value.content else {
      throw refused(entry, as: "bpc", at: "bpc", "true (black point compensation, so that black is black) or false")
    }
    return compensates
  }

  private func cmyk(_ entry: Value.Entry?) throws(RecipeError) -> Recipe.CMYKFile? {
    guard let entry, let path = try text(entry, path: "cmyk") else { return nil }
    return Recipe.CMYKFile(path: path, node: Recipe.Node(path: "cmyk", location: entry.value.location))
  }

  func steps(_ entry: Value.Entry?, path: String) throws(RecipeError) -> [Recipe.Step] {
    guard let entry else { return [] }
    guard case .list(let values) = entry.value.content else {
      throw error(
        at: entry.value.location, path,
        .wrongShape(key: "steps", found: entry.value.excerpt, shape: "a list, such as `- resize: { width: 800 }`"))
    }
    var steps: [Recipe.Step] = []
    for (index, value) in values.enumerated() {
      part { () throws(RecipeError) in steps.append(try step(value, path: "\(path)[\(index)]")) }
    }
    return steps
  }

  /// One filter: its name alone, or a map of its name to its parameters, and perhaps of `when` to a condition.
  func step(_ value: Value, path: String) throws(RecipeError) -> Recipe.Step {
    if case .map(let entries) = value.content, let condition = entries.first(where: { $0.key == "when" }) {
      var step = try self.step(Value(.map(entries.filter { $0.key != "when" }), at: value.location), path: path)
      step.when = try when(condition, path: step.node.path)
      return step
    }
    let name: String
    let parameters: Value
    let location: Location?
    switch value.content {
    case .text(let text): (name, parameters, location) = (text, Value(.null), value.location)
    case .map(let entries) where entries.count == 1:
      (name, parameters, location) = (entries[0].key, entries[0].value, entries[0].location)
      // Mostly a colour without quotes, whose # starts a comment.
      if case .null = parameters.content {
        throw error(at: location, "\(path).\(name)", .stepWithoutValue(filter: name))
      }
    default:
      throw error(
        at: value.location, path,
        .unexpected(
          found: value.excerpt,
          expected: "a step is one filter, such as `resize: { width: 800 }`\(indentationHint(for: value))"))
    }
    let node = Recipe.Node(path: "\(path).\(name)", location: location)
    do {
      return Recipe.Step(filter: try filters.filter(named: name, parameters: parameters), node: node)
    } catch {
      throw located(error, in: parameters, at: node)
    }
  }

  /// What to say of a step whose parameters stand beside the filter instead of below it.
  private func indentationHint(for step: Value) -> String {
    guard case .map(let entries) = step.content, entries.count > 1, entries[0].value == Value(.null) else { return "" }
    return "; indent `\(entries[1].key)` further, so that it belongs to `\(entries[0].key)`"
  }

  /// Orientation comes first, by itself, unless the recipe begins with an `orient` of its own.
  private func beginningUpright(_ steps: [Recipe.Step]) -> [Recipe.Step] {
    if let first = steps.first, first.filter is Orient, first.when == nil { return steps }
    return [Recipe.Step(filter: Orient(), node: Recipe.Node(path: "orient"))] + steps
  }

  private func catalogFile(_ entry: Value.Entry?) throws(RecipeError) -> String? {
    guard let entry, case .map(let given) = entry.value.content, let file = given.first(where: { $0.key == "file" }),
      let path = try text(file, path: "catalog.file")
    else { return nil }
    if path.isEmpty || path.hasTrailingSlash {
      throw error(
        at: file.value.location, "catalog.file",
        .refusedValue(
          key: "file", found: "\"\(path)\"", nearest: nil,
          allowed: "a file, such as ../shop.sqlite, seen from the recipe's folder"))
    }
    return path
  }

  private func skuPattern(_ entry: Value.Entry?) throws(RecipeError) -> SKUPattern? {
    guard let entry else { return nil }
    let given = try fields(
      of: entry.value, at: Recipe.Node(path: "catalog", location: entry.value.location), allowed: RecipeKeys.catalog)
    guard let sku = given["sku"], let pattern = try text(sku, path: "catalog.sku") else { return nil }
    do {
      return try SKUPattern(pattern)
    } catch {
      throw self.error(at: sku.value.location, "catalog.sku", .pattern(error))
    }
  }

  private func data(_ entry: Value.Entry?) throws(RecipeError) -> Recipe.DataFile? {
    guard let entry else { return nil }
    let node = Recipe.Node(path: "data", location: entry.value.location)
    guard case .map = entry.value.content else {
      return try text(entry, path: "data").map { Recipe.DataFile(path: $0, node: node) }
    }
    let given = try fields(of: entry.value, at: node, allowed: RecipeKeys.data)
    guard let file = given["file"], let path = try text(file, path: "data.file") else {
      throw error(at: node.location, node.path, .noValue(key: "file", what: "a path, such as prices.csv"))
    }
    let decimal = try given["decimal"].map { (entry) throws(RecipeError) in
      try choice(
        "decimal", in: entry, standard: DecimalSeparator.point,
        allowed: "point (numbers are written as 1,299.00) or comma (1.299,00)")
    }
    return Recipe.DataFile(path: path, decimal: decimal, node: node)
  }

  /// The Exif tag speaks of the photo as it is stored, which it is at the very beginning alone.
  private func checkOrientation(of step: Recipe.Step) throws(RecipeError) {
    guard let orient = step.filter as? Orient, orient.orientation == .auto || orient.orientation == .none else {
      return
    }
    throw error(
      at: step.node.location, step.node.path,
      .orientationNotFirst(word: orient.orientation == .auto ? "auto" : "none"))
  }

  private func checkSources(of step: Recipe.Step, among sources: [Recipe.Source]) throws(RecipeError) {
    let known = sources.map(\.name)
    for name in step.filter.sourceNames where !known.contains(name) {
      let error = FilterError.unknownSource(
        name, parameter: "", nearest: Spelling.nearest(to: name, among: known), known: known)
      throw self.error(at: step.node.location, step.node.path, .filter(error))
    }
  }

  // MARK: Reading values

  /// The entries of a map. A key that is not allowed is noted; what stands there is read as what was probably meant.
  func fields(
    of value: Value, at node: Recipe.Node, allowed: [String]
  ) throws(RecipeError) -> [String: Value.Entry] {
    var fields: [String: Value.Entry] = [:]
    var misspelled: [(key: String, entry: Value.Entry)] = []
    for entry in try map(value, at: node) {
      if allowed.contains(entry.key) {
        fields[entry.key] = entry
        continue
      }
      let nearest = Spelling.nearest(to: entry.key, among: allowed)
      errors.append(
        error(
          at: entry.location, node.path,
          .unknownKey(entry.key, nearest: nearest, allowed: allowed)))
      if let nearest { misspelled.append((nearest, entry)) }
    }
    return fields.merging(misspelled) { given, _ in given }
  }

  func map(_ value: Value, at node: Recipe.Node) throws(RecipeError) -> [Value.Entry] {
    guard case .map(let entries) = value.content else {
      throw error(
        at: node.location, node.path,
        .unexpected(found: value.excerpt, expected: "expected a map, with lines such as `key: value`"))
    }
    return entries
  }

  func text(_ entry: Value.Entry?, path: String) throws(RecipeError) -> String? {
    guard let entry else { return nil }
    guard case .text(let text) = entry.value.content else {
      throw refused(entry, at: path, "text (put it in quotes)")
    }
    return text
  }

  /// The word that was meant, if it is one that is not quite among `words`.
  func nearest(to value: Value, among words: [String]) -> String? {
    guard case .text(let text) = value.content else { return nil }
    return Spelling.nearest(to: text, among: words)
  }

  // MARK: Errors

  func error(at location: Location?, _ path: String, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: location, path: path, fault)
  }

  /// A value that is not allowed; `allowed` stands behind "it must be". The key is the one that was meant, where it was written
  /// otherwise.
  func refused(
    _ entry: Value.Entry, as key: String? = nil, at path: String, nearest: String? = nil, _ allowed: String
  ) -> RecipeError {
    error(
      at: entry.value.location, path,
      .refusedValue(key: key ?? entry.key, found: entry.value.excerpt, nearest: nearest, allowed: allowed))
  }

  /// A filter's error at the parameter at fault: its value, or its key where it should not be there at all.
  func located(_ error: FilterError, in parameters: Value, at node: Recipe.Node) -> RecipeError {
    let entry = error.parameter.flatMap { name in
      // Of a part of a parameter, such as `box.radius`, the whole is found.
      parameters.entry(name) ?? name.firstIndex(of: ".").flatMap { parameters.entry(String(name[..<$0])) }
    }
    let location: Location?
    switch error {
    case .unknownParameter, .sameParameter: location = entry?.location
    default: location = entry?.value.location
    }
    return self.error(at: location ?? node.location, node.path, .filter(error))
  }

  /// The recipe's file name without folder and extension.
  private var stem: String { String((file.pathNames.last ?? file[...]).splitFileName.stem) }
}
