import Dispatch
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
public import PackshotKit
import Platform
import Synchronization

/// The studio: a shop's photos, products, customers, sales, runs, recipes and golden suites as pages, for a browser on this machine.
///
/// Pages work without script. A script adds search while typing, live updates, the comparison slider and undo by keyboard.
/// Rules, prices and the catalog's errors come from PackshotKit.
public struct Studio: Sendable {
  private let shop: Shop
  private let port: Int

  /// - Parameters:
  ///   - folder: The folder whose recipes and golden suites are shown.
  ///   - port: Port on 127.0.0.1; 0 for any free port.
  ///   - limits: Limits on the size of photos and on the resources to render them.
  ///   - sandbox: The program to start as worker processes that decode photos, and whether it is an error if they can't start.
  public init(
    _ catalog: Catalog, folder: String, port: Int, limits: PhotoLimits = PhotoLimits(),
    sandbox: (program: String?, isRequired: Bool) = (nil, false)
  ) {
    shop = Shop(catalog, StudioFolder(path: folder), limits, sandbox)
    self.port = port
  }

  /// Warnings about the sandbox since the last call.
  public func takeWarnings() -> [String] { shop.workers.takeWarnings() }

  /// Serves pages until the process gets SIGINT or SIGTERM. Runs that were started in the studio finish their photos in progress.
  ///
  /// - Parameter isReady: Called with the link to open, once connections are accepted. The link contains the token that lets a
  ///   browser in.
  public func run(isReady: @escaping @Sendable (String) -> Void) throws {
    let ended = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Task {
      do { try await serve(isReady: isReady) } catch { outcome.error.withLock { $0 = error } }
      ended.signal()
    }
    ended.wait()
    shop.runs.stopAll()
    if let error = outcome.error.withLock(\.self) { throw error }
  }

  /// Connections at the same time. Each takes a file handle, and photos being sent another one.
  private static let connectionLimit = 10_000

  private func serve(isReady: @escaping @Sendable (String) -> Void) async throws {
    var logger = Logger(label: "packshot.studio")
    logger.logLevel = .error
    let application = Application(
      router: router(),
      server: .http1(configuration: .init(idleTimeout: .seconds(30))),
      configuration: .init(
        address: .hostname("127.0.0.1", port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(
          min(Self.connectionLimit, OpenFileLimit.current() / 3))
      ),
      onServerRunning: { [token = shop.token] channel in
        let port = channel.localAddress?.port ?? 0
        token.port.withLock { $0 = port }
        isReady("http://127.0.0.1:\(port)/?token=\(token.text)")
      },
      logger: logger)
    do { try await application.runService() } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw PortInUse(port: port)
    }
  }

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: AccessMiddleware(token: shop.token))
    router.add(middleware: ChangeNumbers(shop: shop))
    router.add(middleware: Failures(shop: shop))
    router.add(middleware: IdempotentForms())
    HomePage(shop: shop).add(to: router)
    EmbeddedFile.add(to: router)
    PhotoPages(shop: shop).add(to: router)
    RecordPages<Catalog.Product>(shop: shop).add(to: router)
    ProductActions(shop: shop).add(to: router)
    PhotoUpload(shop: shop).add(to: router)
    RecordPages<Catalog.Customer>(shop: shop).add(to: router)
    RecordPages<Catalog.Sale>(shop: shop).add(to: router)
    RecordPages<Catalog.Maker>(shop: shop).add(to: router)
    RecordPages<Catalog.Collection>(shop: shop).add(to: router)
    RecipePages(shop: shop).add(to: router)
    RunPages(shop: shop).add(to: router)
    GoldenPages(shop: shop).add(to: router)
    HistoryPages(shop: shop).add(to: router)
    LiveChanges(shop: shop).add(to: router)
    return router
  }
}

/// Another program, perhaps another studio, listens on the port.
struct PortInUse: Error, DescribedError {
  let port: Int

  var descriptor: ErrorDescriptor {
    ErrorDescriptor(
      .locked, "port \(port) is in use by another program, perhaps by another studio", ["port": port],
      reason: "port-in-use", remedy: Remedy("end it, or choose another port", name: "chooseOtherPort"))
  }
}

/// Why the server ended.
private final class Outcome: Sendable {
  let error = Mutex<(any Error)?>(nil)
}

/// What all pages of a studio share.
final class Shop: Sendable {
  let catalog: Catalog
  let folder: StudioFolder
  let limits: PhotoLimits
  let sandbox: (program: String?, isRequired: Bool)
  let workers: WorkerPool
  let token = Token()
  let pictures: Pictures
  let runs = StudioRuns()
  let goldens = StudioGoldens()
  /// Held while a photo's file is replaced.
  let replacing = Mutex(())
  /// The last undo or redo.
  let lastStep = Mutex<HistoryStep?>(nil)
  let trials = NewestTrials()

  init(
    _ catalog: Catalog, _ folder: StudioFolder, _ limits: PhotoLimits, _ sandbox: (program: String?, isRequired: Bool)
  ) {
    (self.catalog, self.folder, self.limits, self.sandbox) = (catalog, folder, limits, sandbox)
    workers = WorkerPool(program: sandbox.program, isRequired: sandbox.isRequired, limits: limits)
    pictures = Pictures(catalog, limits, workers)
  }

  /// The options of a run that records its pictures in the catalog.
  func options(inputs: [String], output: String) -> BatchOptions {
    var options = BatchOptions(inputs: inputs, outputFolder: output)
    (options.catalog, options.limits) = (catalog.path, limits)
    (options.sandboxProgram, options.isSandboxRequired) = sandbox
    return options
  }
}
