import Filters
import Parameters

/// The recipe's secondary inputs.
extension RecipeReader {
  func sources(_ entry: Value.Entry?) throws(RecipeError) -> [Recipe.Source] {
    guard let entry else { return [] }
    let map = try self.map(entry.value, at: Recipe.Node(path: "sources", location: entry.value.location))
    var sources: [Recipe.Source] = []
    for source in map {
      let node = Recipe.Node(path: "sources.\(source.key)", location: source.value.location)
      part { () throws(RecipeError) in
        sources.append(Recipe.Source(name: source.key, content: try content(of: source.value, at: node), node: node))
      }
    }
    return sources
  }

  private func content(of value: Value, at node: Recipe.Node) throws(RecipeError) -> Recipe.Source.Content {
    if case .text(let path) = value.content { return .file(path) }
    let step = try self.step(value, path: node.path)
    if step.when != nil {
      throw error(at: node.location, node.path, "a source has no `when`; give it to the steps that use the source")
    }
    guard let source = step.filter as? any ImageSource else {
      let makers = filters.all.filter { $0 is any ImageSource.Type }.map { $0.name }
      throw error(
        at: node.location, node.path,
        "`\(type(of: step.filter).name)` does not make an image by itself; a source is a path, or one of "
          + makers.joined(separator: ", "))
    }
    do {
      _ = try source.sourceShape(in: .encodedPremultiplied)
    } catch {
      throw located(error, in: value.entry(type(of: step.filter).name)?.value ?? value, at: node)
    }
    return .drawn(source)
  }
}
