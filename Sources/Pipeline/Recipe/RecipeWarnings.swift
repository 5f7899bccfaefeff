import ImageCodecs

extension Recipe {
  /// What is allowed and probably not meant, each with its place.
  public var warnings: [String] {
    outputs.compactMap { output in
      guard let named = output.template.namedFormat, named != output.encoding.format.name else { return nil }
      let message =
        "the name \"\(output.template.text)\" says \(named), but the file is a \(output.encoding.format.name): "
        + "programs that go by the extension, such as web servers, will take it for the wrong type"
      return warning(at: output.node, message)
    }
  }

  /// What keeps a run from taking more than one photo, each with its place. To render one alone it is no fault.
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

  private func warning(at output: Node, _ message: String) -> String {
    let place = output.location.map { "\($0.file ?? file):\($0.line):\($0.column)" } ?? file
    return "\(place): \(output.path).file: \(message)"
  }
}

extension OutputTemplate {
  /// The format that files named so are taken for, whether or not it can be written.
  fileprivate var namedFormat: String? {
    pathExtension.flatMap { ImageFileFormat(pathExtension: $0)?.name ?? ImageFileFormat.name(ofOther: $0) }
  }
}
