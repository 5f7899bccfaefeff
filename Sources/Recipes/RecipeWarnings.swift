import ImageCodecs
import Parameters

extension Recipe {
  /// Warnings about valid settings that are probably a mistake, with their locations.
  public var warnings: [String] {
    outputs.compactMap { output in
      if output.template.endsWithPhotosExtension {
        let message =
          "the name \"\(output.template.text)\" ends with the photo's own extension, but the file is a "
          + "\(output.encoding.format.name); put .\(output.encoding.format.fileExtension) in place of .{extension}"
        return warning(at: output.node, message)
      }
      if let doubled = output.template.doubledExtension {
        let message =
          "the name \"\(output.template.text)\" has two extensions, as in mug.jpg.\(doubled), because {extension} is the photo's own; "
          + "leave .{extension} out, or write -{extension} to keep mug.jpg and mug.png apart"
        return warning(at: output.node, message)
      }
      guard let named = output.template.namedFormat, named != output.encoding.format.name else { return nil }
      let message =
        "the name \"\(output.template.text)\" says \(named), but the file is a \(output.encoding.format.name): "
        + "programs that go by the extension, such as web servers, will take it for the wrong type"
      return warning(at: output.node, message)
    }
  }

  /// Warnings about names for which a run can process only one photo, with their locations. They don't matter when a
  /// single photo is rendered.
  public var warningsOfRuns: [String] {
    outputs.filter {
      $0.template.attributes.isEmpty && $0.template.fields.isDisjoint(with: OutputTemplate.Field.ofPhotos)
    }.map { output in
      let message =
        "the name \"\(output.template.text)\" is the same for every photo, so a run can take only one; "
        + "add {stem}, as in \"{relative}/{stem}.png\""
      return warning(at: output.node, message)
    }
  }

  /// A warning about values of products, which all count as missing if the recipe has no `data` and no catalog is read.
  /// Nil if the recipe uses none.
  public var warningWithoutCatalog: String? {
    // A new product is called by its SKU.
    let unknown = attributes.filter { !["sku", "name"].contains($0) }
    guard data == nil, !unknown.isEmpty else { return nil }
    return
      "\(file): there is no value for \(Spelling.list(unknown, "and")) of the photo's product, because no catalog is "
      + "read here; give the recipe `data` with the values"
  }

  private func warning(at output: Node, _ message: String) -> String {
    let place = output.location.map { "\($0.file ?? file):\($0.line):\($0.column)" } ?? file
    return "\(place): \(output.path).file: \(message)"
  }
}

extension OutputTemplate.Part {
  fileprivate var isExtension: Bool { if case .field(.extension, _) = self { true } else { false } }
}

extension OutputTemplate {
  /// Whether the file's extension is the photo's.
  fileprivate var endsWithPhotosExtension: Bool {
    guard case .field(.extension, _)? = parts.last, case .literal(let before)? = parts.dropLast().last else {
      return false
    }
    return before.utf8.last == UInt8(ascii: ".")
  }

  /// The extension after the photo's extension, if the name has both.
  fileprivate var doubledExtension: String? {
    guard let place = parts.lastIndex(where: { $0.isExtension }), place == parts.count - 2, place > 0,
      case .literal(let before) = parts[place - 1], before.utf8.last == UInt8(ascii: "."),
      case .literal(let behind) = parts[place + 1], behind.utf8.first == UInt8(ascii: ".")
    else { return nil }
    return pathExtension
  }

  /// The name of the format of files with this extension, even if it can't be written.
  fileprivate var namedFormat: String? {
    pathExtension.flatMap { ImageFileFormat(pathExtension: $0)?.name ?? ImageFileFormat.name(ofOther: $0) }
  }
}
