import ArgumentParser
import PackshotKit
import Platform

#if STUDIO
  import Studio
#endif

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Show a shop in the browser.",
    discussion: """
      EXAMPLE
        packshot studio --catalog shop/catalog.sqlite
        packshot studio --sample

      Prints a link, which a browser on this machine can open. Nobody else can use the studio. Ctrl-C ends it.

      DETAILS

      The studio shows the catalog's photos, products, customers, sales and runs, and the recipes and golden suites \
      in the working folder. Changes by other processes appear at once. Edits of records can be undone.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 for any.", valueName: "port")) var port = 8580
  @Flag(help: "Show a sample shop, in a temporary folder.") var sample = false
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments

  func validate() throws {
    guard 0...65535 ~= port else { throw ValidationError("--port is \(port), but must be from 0 to 65535") }
    if sample, catalog.path != nil { throw ValidationError("--sample and --catalog cannot be used together") }
  }

  func run() throws {
    #if STUDIO
      try Environment.check()
      let shop = sample ? try SampleShop(program: System.programPath) : nil
      defer { shop?.remove() }
      let studio = Studio(
        try shop?.catalog ?? catalog.openToAdd(), folder: shop?.folder ?? ".", port: port, limits: limits.limits,
        sandbox: (sandbox.program, sandbox.isRequired))
      try studio.run { link in
        print(link)
        StandardOutput.finish()
      }
      studio.takeWarnings().forEach { Console.warning($0) }
    #else
      throw ValidationError("this packshot was built without the studio; build it with PACKSHOT_STUDIO=1")
    #endif
  }
}
