import Filters
import Parameters

extension Recipe {
  /// The recipe in full, as YAML: every default written out, comments gone. Recipes that do the same have the same text.
  public var canonicalYAML: String {
    var lines = [
      "packshot: 1", "name: \(text(name))", "working: \(working.rawValue)", "fidelity: \(fidelity.rawValue)",
      "profile: \(profile.rawValue)", "animation: \(animation.rawValue)", "metadata: \(metadata.rawValue)",
      "intent: \(conversion.intent.rawValue)", "bpc: \(conversion.compensatesBlackPoint)",
    ]
    if let cmyk { lines.append("cmyk: \(text(cmyk.path))") }
    if let data {
      let path = text(data.path)
      lines.append("data: " + (data.decimal.map { "{ file: \(path), decimal: \($0.rawValue) }" } ?? path))
    }
    if !fonts.isEmpty {
      lines.append("fonts:")
      for font in fonts {
        let files = Value(.list(font.files.map { Value(.text($0)) }))
        let language = font.language.map { ", language: \(text($0))" } ?? ""
        lines.append("  \(text(font.name)): { files: \(files)\(language) }")
      }
    }
    if !sources.isEmpty {
      lines.append("sources:")
      for source in sources {
        lines.append("  \(text(source.name)): \(sourceText(source))")
      }
    }
    lines += stepLines(steps, indent: "")
    lines.append("outputs:")
    for output in outputs {
      lines.append("  - file: \(text(output.template.text))")
      if let when = output.when { lines.append("    when: \(when.value)") }
      // Also where the file's name says it: a name need not say any format, or may say another.
      lines.append("    format: \(output.encoding.format.rawValue)")
      lines += settingLines(output.encoding)
      if let bytes = output.encoding.targetBytes { lines.append("    targetBytes: \(bytes)") }
      lines.append("    background: \(text(output.background.description))")
      if let check = output.check { lines.append("    check: \(check.rawValue)") }
      lines += stepLines(output.steps, indent: "    ")
    }
    if let skuPattern { lines += ["catalog:", "  sku: \(text(skuPattern.text))"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sourceText(_ source: Source) -> String {
    let content: String
    switch source.content {
    case .drawn(let filter): return "{ \(filter.canonicalText) }"
    case .file(let path):
      if source.steps.isEmpty { return text(path) }
      content = "file: \(text(path))"
    case .ownFile(let template, let missing):
      content = "file: \(text(template.text))" + (missing == .error ? "" : ", missing: \(missing.rawValue)")
    case .photo: content = "photo: original"
    }
    let steps = source.steps.map { "{ \($0.filter.canonicalText) }" }.joined(separator: ", ")
    return "{ \(content)" + (steps.isEmpty ? " }" : ", steps: [ \(steps) ] }")
  }

  /// What the encoder is told.
  private func settingLines(_ encoding: Encoding) -> [String] {
    encoding.settings.writtenValues.map { "    \($0.key): \($0.value)" }
  }

  private func stepLines(_ steps: [Step], indent: String) -> [String] {
    if steps.isEmpty { return ["\(indent)steps: []"] }
    return ["\(indent)steps:"]
      + steps.flatMap { step in
        ["\(indent)  - \(step.filter.canonicalText)"]
          + (step.when.map { ["\(indent)    when: \($0.value)"] } ?? [])
      }
  }

  private func text(_ text: String) -> String { Value(.text(text)).description }
}
