import Errors

/// What can be done where a run is in the way of another, of a picture, or of itself.
public enum BatchRemedy: RestorableRemedy, Equatable {
  /// The output folder is in use.
  case waitOrChooseFolder
  /// Photos lie where links lead to.
  case leaveOut
  /// Photos were left out, because only those of changed products were asked for.
  case runForAll
  /// Names of outputs lack what tells their photos apart.
  case tellNamesApart(fields: [String])
  /// The folders that photos lie in cannot tell them apart, as they were given one by one.
  case giveCommonFolder
  /// A picture is meant to be rendered.
  case giveAsInput
  /// What would be replaced may be an older sheet.
  case leaveOutOldSheet
  /// The system has no more watches to give.
  case allowMoreWatches
  /// A shard cannot tell which pictures are not produced any more.
  case importShards

  /// The case, as a word that stays the same.
  public var name: String {
    switch self {
    case .waitOrChooseFolder: "wait-or-choose-folder"
    case .leaveOut: "leave-out"
    case .runForAll: "run-for-all"
    case .tellNamesApart: "tell-names-apart"
    case .giveCommonFolder: "give-common-folder"
    case .giveAsInput: "give-as-input"
    case .leaveOutOldSheet: "leave-out-old-sheet"
    case .allowMoreWatches: "allow-more-watches"
    case .importShards: "import-shards"
    }
  }

  /// The fields that tell names apart.
  public var facts: Facts { if case .tellNamesApart(let fields) = self { ["fields": .texts(fields)] } else { [:] } }

  /// Nil where it is another remedy's name.
  public init?(name: String, facts: Facts) {
    guard let remedy = Self.examples.first(where: { $0.name == name }) else { return nil }
    self = remedy
    if case .tellNamesApart = self, case .list(let fields)? = facts["fields"] {
      self = .tellNamesApart(fields: fields.map(\.description))
    }
  }

  /// One of each.
  package static let examples: [BatchRemedy] = [
    .waitOrChooseFolder, .leaveOut, .runForAll, .tellNamesApart(fields: ["{relative}"]), .giveCommonFolder,
    .giveAsInput, .leaveOutOldSheet, .allowMoreWatches, .importShards,
  ]

  /// What to do.
  public var suggestion: String {
    switch self {
    case .waitOrChooseFolder: "wait for it to finish, or choose another output folder"
    case .leaveOut: "leave them out by a pattern"
    case .runForAll: "run for all photos to render them"
    case .tellNamesApart(let fields): Self.advice(fields) + ", or leave one of the photos out"
    case .giveCommonFolder: "give the folder that holds both, or leave one of the photos out"
    case .giveAsInput: "to render it, give it as an input"
    case .leaveOutOldSheet: "if it is an older sheet, leave it out of the pictures"
    case .allowMoreWatches: "raise the system's limit fs.inotify.max_user_instances, or do not watch"
    case .importShards: "run for all photos, after the shards' catalogs were imported"
    }
  }

  /// How fields tell names apart.
  package static func advice(_ fields: [String]) -> String {
    "use \(fields.joined(separator: " and ")) in the output's `file`, such as \"{relative}/{stem}-{extension}.png\""
  }
}

/// What can be done about an output that is not replaced.
public enum ConflictRemedy: String, RestorableRemedy, CaseIterable {
  /// It may be replaced.
  case overwrite
  /// Recipes can have folders of their own, or it may be replaced.
  case separateFolders = "separate-folders"

  /// What to do.
  public var suggestion: String {
    switch self {
    case .overwrite: "allow it to be replaced"
    case .separateFolders: "use a separate output folder for each recipe, or allow it to be replaced"
    }
  }
}

/// What can be done where golden cases or results of their checks are not as they were named.
public enum GoldenRemedy: Remedy, Equatable {
  /// The case has lost its recipe.
  case deleteOrGiveRecipe(folder: String, expected: String)
  /// The digits behind a case's name are for approving it.
  case leaveOutDigits
  /// Behind the @ stand the digits that a check prints.
  case useDigits
  /// The suite's folder is no part of a case's name, which is this.
  case nameWithoutFolder(String)
  /// This was probably meant.
  case takeNearest(String)
  /// Cases are named behind their suite.
  case giveSuiteFirst
  /// What a case renders now can become what is expected of it.
  case approveOrNameAnother
  /// The suite has no case yet.
  case addCase(suite: String)
  /// A check writes its results where it is asked to.
  case writeResults

  /// The case, as a word that stays the same.
  public var name: String {
    switch self {
    case .deleteOrGiveRecipe: "delete-or-give-recipe"
    case .leaveOutDigits: "leave-out-digits"
    case .useDigits: "use-digits"
    case .nameWithoutFolder: "name-without-folder"
    case .takeNearest: "take-nearest"
    case .giveSuiteFirst: "give-suite-first"
    case .approveOrNameAnother: "approve-or-name-another"
    case .addCase: "add-case"
    case .writeResults: "write-results"
    }
  }

  /// The folder or the name.
  public var facts: Facts {
    switch self {
    case .deleteOrGiveRecipe(let folder, _): ["folder": .text(folder)]
    case .nameWithoutFolder(let name), .takeNearest(let name): ["name": .text(name)]
    case .addCase(let suite): ["suite": .text(suite)]
    case .leaveOutDigits, .useDigits, .giveSuiteFirst, .approveOrNameAnother, .writeResults: [:]
    }
  }

  /// What to do.
  public var suggestion: String {
    switch self {
    case .deleteOrGiveRecipe(let folder, let expected):
      "it is obsolete: it has an \(expected) and no recipe; delete the folder \(folder), or give it a recipe"
    case .leaveOutDigits: "the digits after @ are for approving a case"
    case .useDigits: "@ is followed by the eight digits that a check tells, such as @1f2e3d4c"
    case .nameWithoutFolder(let name): "cases are named without the suite's folder: \(name)"
    case .takeNearest(let name): "did you mean \(name)?"
    case .giveSuiteFirst: "give the suite's folder first, then the cases"
    case .approveOrNameAnother: "approve what it renders now, or give the new case another name"
    case .addCase: "add a case, of a recipe and a photo"
    case .writeResults: "have a check write its results, and run to its end"
    }
  }

  /// One of each.
  package static let examples: [GoldenRemedy] = [
    .deleteOrGiveRecipe(folder: "suite/mug", expected: "expected.png"), .leaveOutDigits, .useDigits,
    .nameWithoutFolder("mug"), .takeNearest("mug"), .giveSuiteFirst, .approveOrNameAnother, .addCase(suite: "suite"),
    .writeResults,
  ]
}

/// What can be done about a picture on record that cannot be made again as it is.
public enum RecordedRemedy: String, Remedy, CaseIterable {
  /// It, or what it was made of, is not as it was.
  case renderAgain = "render-again"
  /// Somebody changed it.
  case renderAndReplace = "render-and-replace"
  /// Its photo is elsewhere.
  case relink
  /// Why it would be another picture is not known.
  case renderAgainOrAskWhy = "render-again-or-ask-why"
  /// The catalog does not say where the recipe's files are.
  case nameRecipeFolder = "name-recipe-folder"

  /// What to do.
  public var suggestion: String {
    switch self {
    case .renderAgain: "render it again"
    case .renderAndReplace: "render it again, and allow it to be replaced"
    case .relink: "tell the catalog where the photo was moved to"
    case .renderAgainOrAskWhy: "render it again, or look why a run would"
    case .nameRecipeFolder: "name the folder that the recipe's paths begin in"
    }
  }
}
