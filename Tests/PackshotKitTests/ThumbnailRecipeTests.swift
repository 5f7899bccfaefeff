import PackshotKit
import Testing

@Suite struct ThumbnailRecipeTests {
  @Test func theRecipeReadsAsIfWrittenByHand() throws {
    #expect(
      try ThumbnailRecipe(widths: [300]).yaml == """
        # A packshot recipe for thumbnails. Run it with:  packshot run THIS-FILE PHOTOS --output FOLDER
        packshot: 1
        name: thumbnails
        outputs:
          - { file: "{relative}/{stem}-{width}.jpg", steps: [ { resize: { width: 300, enlarge: false } } ] }

        """)
    let boxes = try ThumbnailRecipe(
      widths: [200, 800, 200], height: 150, mode: .cover, enlarge: true, formats: [.jpeg], quality: 70)
    let lines = [200, 800].map { width -> Substring in
      #"  - { file: "{relative}/{stem}-{width}x{height}.jpg", steps: [ { resize: { width: \#(width), height: 150, mode: cover, "#
        + "enlarge: true } } ], quality: 70 }"
    }
    #expect(boxes.yaml.split(separator: "\n").suffix(2) == lines[...])
  }

  @Test func everyCombinationMakesAValidRecipe() throws {
    for mode in Resize.Mode.allCases {
      for format in ImageFileFormat.allCases where format.isWritten {
        let recipe = try ThumbnailRecipe(widths: [10, 65_535], height: 20, mode: mode, formats: [format]).recipe()
        #expect(recipe.outputs.map(\.encoding.format) == [format, format])
        let resize = try #require(recipe.outputs[0].steps[0].filter as? Resize)
        #expect(resize.width == 10 && resize.height == 20 && resize.mode == mode && !resize.enlarge)
      }
    }
  }

  @Test func aThumbnailCanHaveSeveralFormats() throws {
    let thumbnails = try ThumbnailRecipe(widths: [30, 60], formats: [.avif, .jpeg, .avif], quality: 75)
    let outputs = try thumbnails.recipe().outputs
    #expect(
      outputs.map(\.template.text) == [
        "{relative}/{stem}-{width}.avif", "{relative}/{stem}-{width}.jpg", "{relative}/{stem}-{width}.avif",
        "{relative}/{stem}-{width}.jpg",
      ])
    #expect(outputs.map(\.encoding.format) == [.avif, .jpeg, .avif, .jpeg])
    #expect(outputs.map { ($0.steps[0].filter as? Resize)?.width } == [30, 30, 60, 60])
  }

  @Test func theSKUPatternIsKept() throws {
    let pattern = #"(?<sku>[A-Z]+-\d+)_"(?<view>\w+)'.*"#
    #expect(try ThumbnailRecipe(widths: [10], skuPattern: pattern).recipe().skuPattern?.text == pattern)
  }

  @Test func invalidSettingsAreRefusedByName() {
    let mistakes: [(name: String, make: () throws -> ThumbnailRecipe)] = [
      ("widths", { try ThumbnailRecipe(widths: []) }),
      ("widths", { try ThumbnailRecipe(widths: [0]) }),
      ("height", { try ThumbnailRecipe(widths: [10], height: 65_536) }),
      ("mode", { try ThumbnailRecipe(widths: [10], mode: .cover) }),
      ("quality", { try ThumbnailRecipe(widths: [10], quality: 101) }),
      ("quality", { try ThumbnailRecipe(widths: [10], formats: [.png], quality: 50) }),
      ("quality", { try ThumbnailRecipe(widths: [10], formats: [.webp, .jpeg], quality: 0) }),
      ("formats", { try ThumbnailRecipe(widths: [10], formats: []) }),
    ]
    for mistake in mistakes {
      let error = #expect(throws: PackshotError.self) { try mistake.make() }
      #expect(error?.message.hasPrefix(mistake.name + " is ") == true)
    }
  }
}
