import ArgumentParser
import PackshotKit

/// Whether `show` shows a picture too, and how that is decoded.
protocol RecordPreview: ParsableArguments {
  var preview: Bool { get }
  var limits: LimitArguments { get }
  var sandbox: SandboxArguments { get }
}

/// Of kinds of records that have no pictures.
struct NoPreview: RecordPreview {
  var preview: Bool { false }
  var limits: LimitArguments { LimitArguments() }
  var sandbox: SandboxArguments { SandboxArguments() }
}

/// Of kinds of records that have pictures.
struct PicturePreview: RecordPreview {
  @Flag(help: "Show the picture in the terminal.") var preview = false
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
}
