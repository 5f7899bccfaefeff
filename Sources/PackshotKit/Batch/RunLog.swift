import Logging
import Pipeline
import Rendering
import Text

/// What a run decides and why, and how long each stage takes, for whoever looks into it. All of it has the level `debug`, which is
/// off unless the program bootstraps its log otherwise; what users are to know is reported as events instead.
enum RunLog {
  private static let logger = Logger(label: "packshot.run")

  /// What was found out about a photo, and what is to become of its outputs.
  static func planned(_ job: FinishedJob, _ plan: RenderPlan) {
    guard logger.logLevel <= .debug, let info = job.info else { return }
    log(job, "\(info.size) \(info.format.name), needs \(plan.workingBytes.megabytes) if all is rendered")
    for output in job.outputs {
      guard let planned = plan.output(at: output.index) else { continue }
      let staleness =
        output.reasons.isEmpty
        ? "\(output.state)".prefix { $0 != "(" } : "render: \(output.reasons.map(\.rawValue).joined(separator: ", "))"
      log(job, "\(output.path): \(planned.chain.output) by \(text(planned.decodePath)); \(staleness)")
    }
  }

  /// How long a photo was at work, and what came of it.
  static func finished(_ job: FinishedJob) {
    log(job, job.stages.text + (job.failure.map { "; failed: \($0.message)" } ?? ""))
  }

  /// How long it took to put a group of photos in place and on record.
  static func settled(_ count: Int, in time: Duration) {
    logger.debug("photos put in place and on record: \(count), in \(StageTimes.milliseconds(time))")
  }

  private static func log(_ job: FinishedJob, _ text: @autoclosure () -> String) {
    logger.debug("\(printableText("\(job.photo.path): \(text())"))")
  }

  private static func text(_ path: DecodePath) -> String {
    let scale = path.planeScale.map { $0 == .full ? "" : " at \($0.rawValue)/8" } ?? ""
    return switch path {
    case .pixels: "pixels"
    case .planes: "planes\(scale)"
    case .convertedPlanes: "planes\(scale), converted to sRGB"
    case .planesToEncoder: "planes\(scale), straight to the encoder"
    }
  }
}
