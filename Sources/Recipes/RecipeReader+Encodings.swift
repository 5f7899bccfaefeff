import Files
import ImageCodecs
import Parameters

/// Determines the files of an output.
extension RecipeReader {
  /// Returns the names and encodings of an output's files: one file in the output's format, or one for each of its
  /// `formats`.
  func encodings(
    _ given: [String: Value.Entry], of template: OutputTemplate, path: String
  ) throws(RecipeError) -> [(OutputTemplate, Recipe.Encoding)] {
    guard let entry = given["formats"] ?? (given["format"] == nil ? defaults["formats"] : nil) else {
      let format = try format(given, of: template, path: path)
      try checkSettings(given, areFor: [format], path: path)
      return [(template, try encoding(format.type, completed(given, for: [format]), path: path))]
    }
    if let format = given["format"] {
      throw error(at: format.location, "\(path).format", .notBoth("format", "formats"))
    }
    let formats = try formats(entry, path: "\(path).formats")
    try checkSettings(given, areFor: formats, path: path)
    let given = completed(given, for: formats)
    let quality: Int? = if let entry = given["quality"] { try sharedQuality(entry, path: path) } else { nil }
    var encodings: [(OutputTemplate, Recipe.Encoding)] = []
    for format in formats {
      var given = given
      if let quality { given["quality"]?.value = Value(.number(Double(format.type.quality(likeJPEG: quality)))) }
      encodings.append((template.named(for: format), try encoding(format.type, given, path: path)))
    }
    return encodings
  }

  /// Returns the settings of an output, completed with the defaults that its formats support.
  private func completed(
    _ given: [String: Value.Entry], for formats: [ImageFileFormat]
  ) -> [String: Value.Entry] {
    let usable = defaults.filter { key, _ in
      key == "targetBytes" || formats.contains { $0.parameter(key) != nil }
    }
    return given.merging(usable) { given, _ in given }
  }

  // MARK: Formats

  /// Returns the format given for an output, or the format of its file name.
  private func format(
    _ given: [String: Value.Entry], of template: OutputTemplate, path: String
  ) throws(RecipeError) -> ImageFileFormat {
    if let entry = given["format"] { return try format(entry.value, called: "format", path: "\(path).format") }
    guard let format = template.format else {
      throw error(at: given["file"]?.value.location, "\(path).file", unknownFormat(of: template))
    }
    return format
  }

  private func formats(_ entry: Value.Entry, path: String) throws(RecipeError) -> [ImageFileFormat] {
    guard case .list(let values) = entry.value.content, !values.isEmpty else {
      throw error(
        at: entry.value.location, path,
        .wrongShape(
          key: "formats", found: entry.value.excerpt, shape: "a list of formats, such as `[avif, webp, jpeg]`"))
    }
    var formats: [ImageFileFormat] = []
    for value in values {
      let format = try format(value, called: "formats", path: path)
      if formats.contains(format) {
        throw error(at: value.location, path, .repeatedElement(format.rawValue, list: "formats"))
      }
      formats.append(format)
    }
    return formats
  }

  private func format(_ value: Value, called key: String, path: String) throws(RecipeError) -> ImageFileFormat {
    if case .text(let word) = value.content, let format = ImageFileFormat(writtenAs: word) { return format }
    let names = FormatList.written.map { $0.identifier }
    let (nearest, allowed) = (nearest(to: value, among: names), Spelling.list(names, "or"))
    throw error(
      at: value.location, path,
      key == "format"
        ? .refusedValue(key: key, found: value.excerpt, nearest: nearest, allowed: allowed)
        : .refusedElement(list: key, found: value.excerpt, nearest: nearest, allowed: "each must be " + allowed))
  }

  /// Returns the error for a file name that doesn't determine a format to write.
  private func unknownFormat(of template: OutputTemplate) -> RecipeError.Fault {
    guard let pathExtension = template.pathExtension else { return .fileWithoutFormat(file: template.text) }
    return .fileOfOtherFormat(
      file: template.text, pathExtension: pathExtension, format: ImageFileFormat.name(ofOther: pathExtension))
  }

  // MARK: Settings

  private func checkSettings(
    _ given: [String: Value.Entry], areFor formats: [ImageFileFormat], path: String
  ) throws(RecipeError) {
    for unused in FormatList.parameterNames where formats.allSatisfy({ $0.parameter(unused) == nil }) {
      guard let entry = given[unused] else { continue }
      throw error(
        at: entry.location, "\(path).\(unused)",
        .notForFormats(key: unused, formats: formats.map(\.rawValue)))
    }
  }

  /// Returns a quality that applies to several formats.
  private func sharedQuality(_ entry: Value.Entry, path: String) throws(RecipeError) -> Int {
    let parameter = FormatList.sharedQuality
    guard case .number(let number) = entry.value.content, let quality = Int(exactly: number),
      parameter.allows(entry.value)
    else {
      throw error(
        at: entry.value.location, "\(path).quality",
        .sharedQuality(found: entry.value.excerpt, allowed: parameter.allowed))
    }
    return quality
  }

  private func encoding(
    _ format: any FileFormat.Type, _ given: [String: Value.Entry], path: String
  ) throws(RecipeError) -> Recipe.Encoding {
    var encoding = Recipe.Encoding(try settings(format, given, path: path))
    guard let entry = given["targetBytes"] else { return encoding }
    let isDefault = entry.location == defaults["targetBytes"]?.location
    let path = "\(path).targetBytes"
    guard case .number(let number) = entry.value.content, let bytes = Int(exactly: number), bytes > 0 else {
      throw refused(entry, as: "targetBytes", at: path, "a whole number of bytes, such as 100000")
    }
    guard encoding.settings.adjustableQuality != nil else {
      if isDefault { return encoding }
      throw error(
        at: entry.location, path, .noQualityToLower(format: format.name, isLossless: format.isLossless))
    }
    encoding.targetBytes = bytes
    return encoding
  }

  /// Returns the encoder settings for a format.
  private func settings<Format: FileFormat>(
    _ format: Format.Type, _ given: [String: Value.Entry], path: String
  ) throws(RecipeError) -> Format {
    for (one, other) in Format.alternatives {
      guard let entry = given[one], given[other] != nil else { continue }
      throw error(at: entry.location, "\(path).\(one)", .notBoth(one, other))
    }
    var settings = Format()
    for parameter in Format.parameters {
      let name = parameter.description.name
      guard let entry = given[name] else { continue }
      do { try parameter.set(&settings, to: entry.value, as: name) } catch {
        throw self.error(at: entry.value.location, "\(path).\(name)", .value(error))
      }
    }
    return settings
  }
}
