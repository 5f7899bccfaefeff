// swift-tools-version: 6.2
import PackageDescription

// The target's architecture, x86_64 or arm64, which decides which modules of vector loops are built. A manifest can only see the
// host's architecture, so set PACKSHOT_VECTORS when cross-compiling. With `none`, there are no such modules, and the scalar loops
// do all the work (scripts/check-scalar).
#if arch(x86_64)
  let hostArchitecture = "x86_64"
#elseif arch(arm64)
  let hostArchitecture = "arm64"
#else
  let hostArchitecture = "none"
#endif
let vectors = Context.environment["PACKSHOT_VECTORS"] ?? hostArchitecture

/// The commit that `packshot --version` prints, set by the scripts that install and package it.
let commit: [CSetting] =
  Context.environment["PACKSHOT_COMMIT"].map { [.define("PACKSHOT_COMMIT", to: "\"\($0)\"")] } ?? []

/// Inner loops for an x86-64 level above the baseline. Optimised in debug builds too: without `-march` and `-O` the imported
/// vendor intrinsics cannot be compiled.
func instructionSetModule(_ name: String, level: String, extra: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: ["CSimd"],
    swiftSettings: [
      .unsafeFlags(["-O", "-Xcc", "-march=\(level)"] + extra.flatMap { ["-Xcc", $0] })
    ])
}

/// Optimises a module in debug builds too. The loops over pixels are fifty times slower without, and their tests go through whole
/// domains of values.
let alwaysOptimised: [SwiftSetting] = [
  .unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))
]

var instructionSetModules: [Target] = []
switch vectors {
case "x86_64":
  instructionSetModules = [
    .target(name: "PixelKernelsSSE2", dependencies: ["CSimd"], swiftSettings: alwaysOptimised),
    instructionSetModule("PixelKernelsAVX2", level: "x86-64-v3"),
    instructionSetModule("PixelKernelsAVX512", level: "x86-64-v4", extra: ["-mprefer-vector-width=512"]),
  ]
case "arm64":
  instructionSetModules = [
    .target(name: "PixelKernelsNEON", dependencies: ["CSimd"], swiftSettings: alwaysOptimised)
  ]
case "none": break
default: fatalError("PACKSHOT_VECTORS is “\(vectors)”, but must be x86_64, arm64 or none")
}

/// The released program carries Swift's libraries within itself. It starts in two thirds of the time, as the loader has less to
/// look up, and it runs where no Swift is installed. The last three come with Foundation, which names them only to who links it
/// so from the beginning; gold, which Swift takes otherwise, would want them in their order. Swift would export the program's
/// 42,000 symbols, which nobody looks up. (Packed relocations would save another millisecond, but they need glibc 2.36.)
let carryingSwift: [LinkerSetting] =
  [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic"],
      .when(platforms: [.linux], configuration: .release))
  ]
  + ["CoreFoundation", "_FoundationCollections", "_FoundationCShims"].map {
    .linkedLibrary($0, .when(platforms: [.linux], configuration: .release))
  }

let package = Package(
  name: "packshot",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "PackshotKit", targets: ["PackshotKit"]),
    .library(name: "PackshotTesting", targets: ["PackshotTesting"]),
    .library(name: "ObjectStore", targets: ["ObjectStore"]),
    .executable(name: "packshot", targets: ["packshot"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
  ],
  targets: instructionSetModules + [
    // The operating system
    .target(name: "CLinux"),
    .target(name: "Platform", dependencies: ["CLinux"]),

    // Errors, text and files
    .target(name: "Errors"),
    // ICU comes with the toolchain's Foundation, which does not say so to the linker.
    .target(name: "CICU", linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(name: "Text", dependencies: ["Errors", "CICU"]),
    .target(
      name: "CPackshot", cSettings: commit, linkerSettings: ["crypto", "z"].map { .linkedLibrary($0) }),
    .target(name: "Files", dependencies: ["CPackshot", "Platform", "Errors", "Text"]),

    // Pixels
    .target(name: "PixelCore", dependencies: ["Platform"], swiftSettings: alwaysOptimised),
    .target(name: "CSimd", cSettings: [.define("PACKSHOT_VECTORS_\(vectors)")]),
    .target(
      name: "PixelKernels",
      dependencies: ["Errors", "CSimd", "PixelCore"] + instructionSetModules.map { .target(name: $0.name) },
      swiftSettings: alwaysOptimised),

    // Colour profiles
    .target(
      name: "ColorProfiles", dependencies: ["Errors", "PixelCore", "PixelKernels"], swiftSettings: alwaysOptimised),

    // What recipes can set
    .target(name: "Parameters", dependencies: ["Errors", "PixelCore"]),

    // Codecs
    // Other libraries' functions. Those whose libraries are not linked here load them when they are first needed.
    .target(name: "CLibraries", linkerSettings: ["jpeg", "png", "z", "deflate"].map { .linkedLibrary($0) }),
    .target(
      name: "ImageCodecs",
      dependencies: [
        "Platform", "Errors", "Files", "PixelCore", "CSimd", "PixelKernels", "ColorProfiles", "Parameters",
        "CLibraries",
      ]),

    // Texts
    .target(name: "Typesetting", dependencies: ["Errors", "CLibraries"]),

    // Shapes, and what a photo shows
    .target(name: "Drawing", dependencies: ["PixelCore", "PixelKernels"]),
    .target(
      name: "Segmentation", dependencies: ["Errors", "PixelCore", "PixelKernels", "Parameters"],
      swiftSettings: alwaysOptimised),

    // Filters, recipes and the graph
    .target(
      name: "Filters",
      dependencies: [
        "Errors", "Text", "PixelCore", "PixelKernels", "Parameters", "Typesetting", "Drawing", "Segmentation",
      ]),
    .target(
      name: "Recipes",
      dependencies: [
        "Errors", "Text", "Files", "PixelCore", "ColorProfiles", "Parameters", "ImageCodecs", "Filters", "Typesetting",
        .product(name: "Yams", package: "Yams"),
      ]),
    .target(
      name: "Pipeline",
      dependencies: [
        "Errors", "PixelCore", "PixelKernels", "ColorProfiles", "ImageCodecs", "Segmentation", "Filters",
        "Typesetting", "Recipes",
      ]),

    // Rendering: in this process, or in the sandbox
    .target(
      name: "Rendering",
      dependencies: [
        "Platform", "Errors", "Files", "PixelCore", "ColorProfiles", "ImageCodecs", "Segmentation", "Filters",
        "Typesetting", "Recipes", "Pipeline",
      ]),

    // Golden tests
    .target(
      name: "Golden", dependencies: ["Errors", "Text", "PixelCore", "PixelKernels", "ImageCodecs"],
      resources: [.embedInCode("Report/Page")]),

    // The catalog: the general store, and the shop in it
    .systemLibrary(name: "CSQLiteSession"),
    .target(
      name: "ObjectStore",
      dependencies: [
        "Platform", "Errors", "Text", "Files", "CSQLiteSession", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Catalog",
      dependencies: [
        "Errors", "Text", "Files", "ObjectStore", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Sample/BowTies")]),

    // Use cases
    .target(
      name: "PackshotKit",
      dependencies: [
        "Platform", "CPackshot", "Errors", "Text", "Files", "PixelCore", "PixelKernels", "ColorProfiles", "Parameters",
        "ImageCodecs", "Segmentation", "Filters", "Typesetting", "Recipes", "Pipeline", "Rendering", "ObjectStore",
        "Catalog", "Golden",
        .product(name: "Logging", package: "swift-log"), .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .target(name: "PackshotTesting", dependencies: ["PackshotKit"]),
    .executableTarget(
      name: "packshot",
      dependencies: [
        "Platform", "Errors", "Files", "PackshotKit", "Text", "PixelCore", "PixelKernels", "Parameters", "ImageCodecs",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      linkerSettings: carryingSwift),

    // Tests
    .target(name: "TestSupport", dependencies: ["Errors"], path: "Tests/TestSupport"),
    .testTarget(name: "ErrorsTests", dependencies: ["Errors"]),
    .testTarget(name: "TextTests", dependencies: ["Text", "TestSupport"]),
    .testTarget(name: "FilesTests", dependencies: ["Platform", "Errors", "Files", "TestSupport", "Text"]),
    .testTarget(name: "PixelCoreTests", dependencies: ["PixelCore"]),
    .testTarget(
      name: "PixelKernelsTests", dependencies: ["PixelCore", "PixelKernels", "TestSupport"],
      swiftSettings: alwaysOptimised),
    .testTarget(
      name: "ColorProfilesTests", dependencies: ["ColorProfiles", "PixelCore", "PixelKernels", "TestSupport"],
      swiftSettings: alwaysOptimised),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: ["ImageCodecs", "Errors", "Parameters", "PixelCore", "PixelKernels", "TestSupport"],
      swiftSettings: alwaysOptimised),
    .testTarget(name: "ParametersTests", dependencies: ["Parameters", "PixelCore", "TestSupport"]),
    .testTarget(
      name: "FiltersTests",
      dependencies: [
        "Filters", "Drawing", "Segmentation", "Parameters", "PixelCore", "PixelKernels", "TestSupport", "Typesetting",
      ],
      swiftSettings: alwaysOptimised),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Errors", "Recipes", "Pipeline", "Parameters", "Filters", "Segmentation", "ImageCodecs", "ColorProfiles",
        "PixelCore", "TestSupport",
      ],
      swiftSettings: alwaysOptimised),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Rendering", "Errors", "Files", "Filters", "ImageCodecs", "Recipes", "Pipeline", "PixelCore", "TestSupport",
      ]),
    .testTarget(
      name: "GoldenTests", dependencies: ["Golden", "ImageCodecs", "PixelCore", "PixelKernels", "TestSupport"],
      swiftSettings: alwaysOptimised),
    .testTarget(
      name: "ObjectStoreTests",
      dependencies: ["ObjectStore", .product(name: "GRDB", package: "GRDB.swift"), "TestSupport"]),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "CICU", "ObjectStore", "Catalog", .product(name: "GRDB", package: "GRDB.swift"), "TestSupport",
      ]),
    // Not test bundles: scripts/check-catalog and scripts/bench run them.
    .executableTarget(
      name: "CatalogStorm",
      dependencies: [
        "ObjectStore", "Catalog", "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/CatalogStorm"),
    // Serves products from the catalog and its results alone, for a test.
    .executableTarget(
      name: "ProductServer", dependencies: ["Errors", "ObjectStore", "Catalog", "Text"],
      path: "Tests/ProductServer"),
    .executableTarget(
      name: "CatalogBenchmark",
      dependencies: ["ObjectStore", "Catalog", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Tests/CatalogBenchmark"),
    .executableTarget(
      name: "BatchBenchmark",
      dependencies: [
        "Platform", "ImageCodecs", "PixelCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/BatchBenchmark"),
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        "Filters", "ImageCodecs", "Recipes", "Pipeline", "PixelCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/EngineBenchmark"),
    .executableTarget(
      name: "PNGBenchmark",
      dependencies: [
        "PackshotKit", "Filters", "ImageCodecs", "PixelCore", "PixelKernels", "CLibraries",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/PNGBenchmark"),
    .executableTarget(
      name: "KernelBenchmark",
      dependencies: [
        "Platform", "PixelCore", "PixelKernels",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/KernelBenchmark"),
    .executableTarget(
      name: "FilterBenchmark",
      dependencies: [
        "Filters", "ImageCodecs", "Recipes", "Pipeline", "PixelCore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/FilterBenchmark"),
    .executableTarget(
      name: "ColorBenchmark",
      dependencies: [
        "ColorProfiles", "PixelCore", "PixelKernels",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/ColorBenchmark"),
    // Makes the pages that scripts/check-report reads.
    .executableTarget(
      name: "ReportSample",
      dependencies: [
        "Golden", "ImageCodecs", "PixelCore", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/ReportSample"),
    // Tries what the sandbox is to deny, for a test.
    .executableTarget(name: "SandboxProbe", dependencies: ["CLinux", "Platform"], path: "Tests/SandboxProbe"),
    // A filter on trial, and a worker that knows it.
    .target(name: "TrialFilters", dependencies: ["Filters", "Parameters", "PixelCore"], path: "Tests/TrialFilters"),
    .executableTarget(name: "TrialWorker", dependencies: ["Rendering", "TrialFilters"], path: "Tests/TrialWorker"),
    // Has types of the same names as ours, as SwiftUI has.
    .target(name: "SwiftUILookalike", path: "Tests/SwiftUILookalike"),
    .testTarget(
      name: "PackshotKitTests",
      dependencies: [
        "PackshotKit", "Rendering", "TestSupport", "TrialFilters", "TrialWorker", "SwiftUILookalike", "Filters",
        "ImageCodecs", "Recipes", "Pipeline", "PixelCore", "PixelKernels",
      ]),
    .testTarget(
      name: "PackshotTestingTests", dependencies: ["PackshotTesting", "PixelCore"], exclude: ["Goldens"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "PackshotKit", "ProductServer", "Rendering", "packshot", "SandboxProbe", "TestSupport",
        "ImageCodecs", "PixelCore",
      ]),
    .testTarget(
      name: "CorpusTests",
      dependencies: [
        "PackshotKit", "TestSupport", "Segmentation", "Filters", "ImageCodecs", "PixelCore", "PixelKernels",
      ],
      exclude: ["ContentBoxes.tsv"]),
  ],
  swiftLanguageModes: [.v6]
)

// The studio shows a catalog in the browser, with a web server of two dozen packages. It is part of packshot where the
// environment asks for it, so that nobody else fetches and builds them.
if Context.environment["PACKSHOT_STUDIO"] != nil {
  package.dependencies.append(.package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"))
  package.targets += [
    .target(
      name: "Studio",
      dependencies: [
        "Platform", "Text", "Files", "ImageCodecs", "Recipes", "PackshotKit",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Mustache", package: "swift-mustache"), .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Templates"), .embedInCode("Files")]),
    .testTarget(name: "StudioTests", dependencies: ["Studio", "PackshotKit", "TestSupport"]),
  ]
  for program in package.targets where program.name == "packshot" {
    program.dependencies.append("Studio")
    program.swiftSettings = [.define("STUDIO")]
  }
}

// Continuous integration fails on a warning. Elsewhere, a newer compiler's warnings should stop nobody.
if Context.environment["PACKSHOT_WARNINGS_ARE_ERRORS"] != nil {
  for target in package.targets where target.path == nil && [.regular, .executable].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
  }
}

// Fuzzing takes a runtime that other builds do not have, so the program is there only where scripts/fuzz asks for it, which
// gives the flags too.
if Context.environment["PACKSHOT_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Platform", "Files", "Filters", "ImageCodecs", "Recipes", "Pipeline", "PixelCore", "CLibraries",
        "Typesetting", "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: ["Dictionaries", "Findings"],
      // gold, which Swift takes otherwise, breaks off at the sanitizer's sections.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}

// The examples of the documentation, which scripts/lib/check_docs.py writes to .build-docs. They can use only public declarations,
// like any package that depends on this one.
if let names = Context.environment["PACKSHOT_EXAMPLES"] {
  let folder = ".build-docs/examples"
  package.targets += names.split(separator: ",").map(String.init).map { name in
    let library: Target.Dependency = name == "StoreByItself" ? "ObjectStore" : "PackshotKit"
    return name.hasSuffix("Tests")
      ? .testTarget(
        name: name, dependencies: [library, "PackshotTesting"], path: "\(folder)/Tests/\(name)", packageAccess: false)
      : .executableTarget(
        name: name, dependencies: [library], path: "\(folder)/Sources/\(name)", packageAccess: false)
  }
}

// `PACKSHOT_TARGETS=CatalogTests,TextTests swift build --build-tests` builds these targets, what they depend on, and no others.
// `PACKSHOT_TARGETS=-CatalogTests` builds all targets except these. No other target may depend on them.
if let names = Context.environment["PACKSHOT_TARGETS"]?.split(separator: ",").map(String.init) {
  let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
  let excluded = Set(names.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
  var left = names.filter { !$0.hasPrefix("-") }
  for name in excluded.union(left) where targets[name] == nil { fatalError("there is no target \(name)") }
  var wanted = Set<String>()
  if left.isEmpty { left = Array(targets.keys) }
  while let name = left.popLast() {
    guard let target = targets[name], !excluded.contains(name), wanted.insert(name).inserted else { continue }
    left += target.dependencies.compactMap {
      switch $0 {
      case .targetItem(let name, _), .byNameItem(let name, _): name
      default: nil
      }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll { $0.name != "packshot" || !wanted.contains($0.name) }
}
