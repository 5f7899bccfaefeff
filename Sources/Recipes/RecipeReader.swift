import Files
import Filters
import Parameters
import Text

extension Recipe {
  /// Reads and checks a recipe.
  ///
  /// - Parameters:
  ///   - yaml: The recipe's text.
  ///   - file: Path of the recipe, for messages and as the base of relative paths.
  ///   - filters: The filters that the recipe can use.
  ///   - readInclude: Reads an included file. Without it, the recipe can't include files.
  public init(
    yaml: String, file: String, filters: FilterList = .standard, readInclude: ReadInclude? = nil
  ) throws(RecipeError) {
    let reader = RecipeReader(file: file, filters: filters, readInclude)
    self = try reader.read(try Value.yaml(yaml, file: file))
  }
}

/// Reads a recipe from YAML, and collects all errors with their locations.
final class RecipeReader {
  let file: String
  let filters: FilterList
  /// The errors found so far.
  var errors: [RecipeError] = []

  /// Reads a file that the recipe includes.
  let readInclude: Recipe.ReadInclude?
  /// Defaults for the settings of all outputs.
  var defaults: [String: Value.Entry] = [:]
  /// Paths of the included files.
  var includedFiles: [String] = []
  /// How the recipe finds products. Nil if its `catalog` is invalid.
  var naming: Recipe.Naming?
  /// The product attributes that the recipe can use.
  var attributeNames = AttributeNames()

  init(file: String, filters: FilterList, _ readInclude: Recipe.ReadInclude?) {
    (self.file, self.filters) = (file, filters)
    self.readInclude = readInclude
  }

  func read(_ document: Value) throws(RecipeError) -> Recipe {
    let document = try whole(document)
    let given = try fields(
      of: document, at: Recipe.Node(path: "", location: document.location), allowed: Recipe.keys.map(\.name))
    try checkVersion(given, in: document)
    var recipe = Recipe(file: file, name: nameOfFile)
    // Steps and outputs can use groups of the catalog's pattern, so it is read first.
    let errorsBefore = errors.count
    read(Recipe.keys.filter { $0.name == "catalog" }, of: given, into: &recipe)
    naming = errors.count == errorsBefore ? recipe.naming : nil
    attributeNames = AttributeNames(hasTable: given["data"] != nil, pattern: recipe.skuPattern)
    read(Recipe.keys.filter { $0.name != "catalog" }, of: given, into: &recipe)
    if given["outputs"] == nil {
      errors.append(
        error(
          at: document.location, "outputs",
          .missingKey("outputs", of: "a recipe", what: "such as `- { file: \"{relative}/{stem}.png\" }`")))
    }
    recipe.includedFiles = includedFiles
    return try checked(recipe)
  }

  /// Returns the recipe, with a first step that turns photos upright. Throws if a part was invalid, or if parts
  /// contradict each other.
  func checked(_ recipe: Recipe) throws(RecipeError) -> Recipe {
    var recipe = recipe
    recipe.steps = beginningUpright(recipe.steps)
    // References between parts are checked only if all parts are valid.
    if errors.isEmpty { checkParts(of: recipe) }
    if let first = errors.first { throw first.with(others: errors.dropFirst()) }
    return recipe
  }

  private func checkParts(of recipe: Recipe) {
    let furtherSteps = recipe.outputs.flatMap(\.steps)
    for step in recipe.steps + furtherSteps {
      part { () throws(RecipeError) in try checkSources(of: step, among: recipe.sources) }
    }
    for step in recipe.steps.dropFirst() + furtherSteps + recipe.sources.flatMap(\.steps) {
      part { () throws(RecipeError) in try checkOrientation(of: step) }
    }
    for output in recipe.outputs { part { () throws(RecipeError) in try checkGroup(of: output, in: recipe) } }
    for use in recipe.texts {
      part { () throws(RecipeError) in try checkFont(of: use.text, at: use.node, among: recipe.fonts) }
      part { () throws(RecipeError) in try checkFields(of: use.text, at: use.node) }
    }
    for source in recipe.sources where !source.isOwn {
      part { () throws(RecipeError) in try checkNoFields(in: source) }
    }
  }

  /// Returns the result of `read`, or nil if it fails. The error is recorded, and reading continues.
  @discardableResult func part<T>(_ read: () throws(RecipeError) -> T) -> T? {
    do { return try read() } catch {
      errors.append(error)
      return nil
    }
  }

  // MARK: The parts of a recipe

  /// Throws if the version is wrong or the document isn't a recipe, because further errors would be meaningless.
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

  /// Returns a value of a type. `allowed` is worded to follow "it must be".
  func value<T: ParameterType>(
    of entry: Value.Entry, as key: String, path: String, _ allowed: String
  ) throws(RecipeError) -> T {
    if let value = T(entry.value) { return value }
    throw refused(entry, as: key, at: path, nearest: T.kind.nearest(to: entry.value), allowed)
  }

  func steps(_ entry: Value.Entry, path: String) throws(RecipeError) -> [Recipe.Step] {
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

  /// Reads a step: a filter's name alone, or a map of its name to its parameters, optionally with a `when`.
  func step(_ value: Value, path: String) throws(RecipeError) -> Recipe.Step {
    if case .map(let entries) = value.content, let condition = entries.first(where: { $0.key == "when" }) {
      var step = try self.step(Value(.map(entries.filter { $0.key != "when" }), at: value.location), path: path)
      step.when = try when(condition, path: "\(step.node.path).when")
      return step
    }
    let name: String
    let parameters: Value
    let location: Location?
    switch value.content {
    case .text(let text): (name, parameters, location) = (text, Value(.null), value.location)
    case .map(let entries) where entries.count == 1:
      (name, parameters, location) = (entries[0].key, entries[0].value, entries[0].location)
      // A common cause is a colour without quotes, whose # starts a comment.
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

  /// Returns a hint if a step's parameters are beside the filter instead of below it.
  private func indentationHint(for step: Value) -> String {
    guard case .map(let entries) = step.content, entries.count > 1, entries[0].value == Value(.null) else { return "" }
    return "; indent `\(entries[1].key)` further, so that it belongs to `\(entries[0].key)`"
  }

  /// Adds the default orientation as the first step, unless the recipe starts with `orient`.
  private func beginningUpright(_ steps: [Recipe.Step]) -> [Recipe.Step] {
    if let first = steps.first, first.filter is Orient, first.when == nil { return steps }
    return [Recipe.Step(filter: Orient(), node: Recipe.Node(path: "orient"))] + steps
  }

  /// Throws unless `orient: auto` or `none` is the first step, because the Exif orientation describes the photo as
  /// stored.
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
        source: name, parameter: nil, nearest: Spelling.nearest(to: name, among: known), known: known)
      throw self.error(at: step.node.location, step.node.path, .filter(error))
    }
  }

  // MARK: Reading values

  /// Returns the entries of a map. An unknown key is recorded as an error, and its value is read under the key that was
  /// probably meant.
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

  func text(_ entry: Value.Entry, path: String) throws(RecipeError) -> String {
    guard case .text(let text) = entry.value.content else {
      throw refused(entry, at: path, "text (put it in quotes)")
    }
    return text
  }

  /// Returns the word that was probably meant, if the value is similar to one of `words`.
  func nearest(to value: Value, among words: [String]) -> String? {
    guard case .text(let text) = value.content else { return nil }
    return Spelling.nearest(to: text, among: words)
  }

  // MARK: Errors

  func error(at location: Location?, _ path: String, _ fault: RecipeError.Fault) -> RecipeError {
    RecipeError(file: file, location: location, path: path, fault)
  }

  /// Returns an error for a value that isn't allowed. `allowed` is worded to follow "it must be". `key` is the key that
  /// was meant if it was misspelled.
  func refused(
    _ entry: Value.Entry, as key: String? = nil, at path: String, nearest: String? = nil, _ allowed: String
  ) -> RecipeError {
    error(
      at: entry.value.location, path,
      .refusedValue(key: key ?? entry.key, found: entry.value.excerpt, nearest: nearest, allowed: allowed))
  }

  /// Returns an error for a filter at the location of the parameter: its value, or its key if the parameter isn't
  /// allowed at all.
  func located(_ error: FilterError, in parameters: Value, at node: Recipe.Node) -> RecipeError {
    let entry = error.parameter.flatMap { name in
      // For a part of a parameter, such as `box.radius`, the location is the location of the whole parameter.
      parameters.entry(name) ?? name.firstIndex(of: ".").flatMap { parameters.entry(String(name[..<$0])) }
    }
    let location: Location?
    switch error {
    case .unknownParameter, .sameParameter: location = entry?.location
    default: location = entry?.value.location
    }
    return self.error(at: location ?? node.location, node.path, .filter(error))
  }

  /// The recipe's file name without folder and extension, shortened to the maximum length of a recipe's name.
  private var nameOfFile: String {
    let stem = String((file.pathNames.last ?? file[...]).splitFileName.stem)
    return String(String.UnicodeScalarView(stem.unicodeScalars.prefix(Recipe.nameLengths.upperBound)))
  }
}
