import ImageCodecs
import Logging
import Pipeline
import Rendering
import Text

/// Logs the decisions of a run, their reasons, and the duration of each stage, for debugging. Everything has the level
/// `debug`, which is off unless the program configures its log. Messages for users are reported as events instead.
enum RunLog {
  private static let logger = Logger(label: "packshot.run")

  /// Logs a photo's properties and the decision for each output.
  static func planned(_ job: FinishedJob, _ info: ImageInfo, _ plan: RenderPlan) {
    guard logger.logLevel <= .debug else { return }
    log(job, "\(info.size) \(info.format.name), needs \(plan.workingBytes.megabytes) if all is rendered")
    for output in job.outputs {
      guard let planned = plan.output(at: output.index) else { continue }
      let staleness =
        output.reasons.isEmpty
        ? "\(output.state)".prefix { $0 != "(" } : "render: \(output.reasons.map(\.rawValue).joined(separator: ", "))"
      log(job, "\(output.path): \(planned.chain.output) by \(path(of: planned, in: plan)); \(staleness)")
    }
  }

  /// Logs the time spent on a photo, and its failure.
  static func finished(_ job: FinishedJob) {
    log(job, job.stages.text + (job.failure.map { "; failed: \($0.message)" } ?? ""))
  }

  /// Logs the time it took to publish and record a group of photos.
  static func published(_ count: Int, in time: Duration) {
    logger.debug("photos published and recorded: \(count), in \(StageTimes.milliseconds(time))")
  }

  private static func log(_ job: FinishedJob, _ text: @autoclosure () -> String) {
    logger.debug("\(printableText("\(job.photo.path): \(text())"))")
  }

  private static func path(of output: RenderPlan.OutputPlan, in plan: RenderPlan) -> String {
    if let scale = plan.overviewScale, plan.trunk.awaitsOverview || output.chain.awaitsOverview {
      return "what an overview at \(scale.rawValue)/8 shows"
    }
    let path = output.decodePath
    let scale = path.planeScale.map { $0 == .full ? "" : " at \($0.rawValue)/8" } ?? ""
    return switch path {
    case .pixels: "pixels"
    case .planes: "planes\(scale)"
    case .convertedPlanes: "planes\(scale), converted to sRGB"
    case .planesToEncoder: "planes\(scale), straight to the encoder"
    }
  }
}
