import Filters
import Text

/// The uses of a product attribute in a recipe that need a number.
package struct AttributeUses {
  private let questions: [When.Question]
  /// The decimal places required by file names and by texts. Nil for a name that requires none.
  private let ofNames: Set<Int?>
  private let ofTexts: Set<Int>

  package init(of attribute: String, in recipe: Recipe) {
    let conditions = recipe.outputs.map(\.when) + (recipe.steps + recipe.outputs.flatMap(\.steps)).map(\.when)
    questions = conditions.flatMap { $0?.questions ?? [] }.filter { $0.attribute == attribute }
    let pictures = recipe.sources.flatMap { source -> [TemplateField] in
      if case .ownFile(let template, _) = source.content { template.uses } else { [] }
    }
    ofNames = Set((recipe.outputs.flatMap(\.template.uses) + pictures).filter { $0.name == attribute }.map(\.decimals))
    ofTexts = Set(recipe.texts.flatMap(\.text.fieldUses).filter { $0.name == attribute }.compactMap(\.decimals))
  }

  /// Checks that a value can be used.
  ///
  /// - Throws: `NumberError` if a use needs a number and the value isn't one.
  package func check(_ value: ProductValue) throws(NumberError) {
    for question in questions { _ = try question.holds(for: value) }
    for decimals in ofNames { _ = try value.nameText(decimals: decimals) }
    if !ofTexts.isEmpty { _ = try value.number() }
  }
}
