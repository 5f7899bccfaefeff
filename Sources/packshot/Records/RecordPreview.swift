import ArgumentParser
import PackshotKit

/// The options of `show` for a picture: whether to show it, and how to decode it.
protocol RecordPreview: ParsableArguments {
  var preview: Bool { get }
  var limits: LimitArguments { get }
  var sandbox: SandboxArguments { get }
}

/// The options of kinds of records without pictures.
struct NoPreview: RecordPreview {
  var preview: Bool { false }
  var limits: LimitArguments { LimitArguments() }
  var sandbox: SandboxArguments { SandboxArguments() }
}

/// The options of kinds of records with pictures.
struct PicturePreview: RecordPreview {
  @Flag(help: "Show the picture in the terminal.") var preview = false
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
}
