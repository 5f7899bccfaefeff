// swift-tools-version: 6.1
// A package that depends on packshot, as scripts/check-dependency builds it in each of three ways.
import PackageDescription

let environment = Context.environment
let address = environment["PACKSHOT_ADDRESS"]!
let packshot: Package.Dependency =
  switch environment["PACKSHOT_BY"]! {
  case "path": .package(name: "packshot", path: address)
  case "branch": .package(url: address, branch: environment["PACKSHOT_BRANCH"]!)
  default: .package(url: address, exact: Version(stringLiteral: environment["PACKSHOT_VERSION"]!))
  }

let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [packshot],
  targets: [.executableTarget(name: "client", dependencies: [.product(name: "PackshotKit", package: "packshot")])])
