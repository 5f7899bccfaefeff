import PixelCore
import PixelKernels
import Segmentation
import Synchronization

/// A photo, or a copy reduced by a whole factor, in which steps look for the product or for what draws the eye.
package final class Overview: Sendable {
  private let image: Image
  private let reduction: Reduction
  private let kernels: Kernels
  private let found = Mutex<Result<Content, Content.NotFound>?>(nil)
  private let saliencies = Mutex<[Saliency.Measure: Saliency]>([:])

  /// - Parameters:
  ///   - image: The pixels, upright, in any format.
  ///   - reduction: How they were made from the photo. Nil for the photo itself.
  package init(_ image: Image, by reduction: Reduction? = nil, kernels: Kernels) {
    (self.image, self.reduction, self.kernels) = (image, reduction ?? Reduction(of: image.size), kernels)
  }

  /// Size of the photo in pixels.
  package var size: PixelSize { reduction.size }

  /// Returns the product's position in pixels of the photo. It is searched for once.
  package func content() -> Result<Content, Content.NotFound> {
    found.withLock { found in
      if let found { return found }
      let content = image.withBand { Content.find(in: $0, copiedBy: reduction, kernels: kernels) }
      found = content
      return content
    }
  }

  /// Returns what draws the eye. It is determined once.
  func saliency(_ measure: Saliency.Measure) -> Saliency {
    saliencies.withLock { known in
      if let saliency = known[measure] { return saliency }
      let saliency = image.withBand { Saliency(measure, of: $0, kernels: kernels) }
      known[measure] = saliency
      return saliency
    }
  }

  /// Returns the factor by which a JPEG is reduced for its overview: the smallest that leaves a shorter side of at most
  /// ``Content/searchedSide``, or 8 if none does.
  package static func reduction(of size: PixelSize) -> Int {
    [1, 2, 4].first { size.shorterSide <= $0 * Content.searchedSide } ?? 8
  }
}

/// Whether a step that only looks at the photo is planned with an overview.
package enum OverviewState: Sendable {
  /// No. The step buffers the whole image, and looks at it.
  case none
  /// The step will be planned again with an overview of this size, before any row is pushed.
  case pending(PixelSize)
  /// The step receives the photo of this overview, unchanged.
  case ready(Overview)
}

extension FilterPlan {
  /// Creates the plan of a step whose work depends on what the image shows.
  ///
  /// - Parameters:
  ///   - output: The shape of the output, or its upper bound, whatever the image shows.
  ///   - workingBytes: Memory in bytes that is enough for every plan that `plan` returns.
  ///   - lookingBytes: Returns the memory needed to look at an image in bytes.
  ///   - plan: Returns the plan for an image with this overview.
  init(
    lookingAt input: ImageShape, _ overview: OverviewState, output: PlannedShape, workingBytes: Int,
    lookingBytes: (PixelSize) -> Int, plan: @escaping @Sendable (Overview) -> FilterPlan
  ) {
    switch overview {
    case .ready(let overview): self = plan(overview)
    case .pending(let size):
      self.init(awaitingOverview: output, workingBytes: workingBytes + lookingBytes(size))
      moves = nil
    case .none:
      let bytes = workingBytes + input.byteCount + lookingBytes(input.size)
      @Sendable func look(_ context: RenderContext, opening open: @escaping OpenSink) -> any RowSink {
        WholeImageStage(input) { image in
          let plan = plan(Overview(image, kernels: context.kernels))
          plan.takeNotes(context.notes)
          let sink = try plan.sink(context, opening: open)
          try image.withBand { try sink.push($0) }
          try sink.finish()
        }
      }
      switch output {
      case .atMost(let bound):
        self.init(outputAtMost: bound, workingBytes: bytes) { look($0, opening: $1) }
      case .exact(let shape):
        self.init(
          output: shape, work: .barrier { context, sink in look(context) { _ in sink } }, workingBytes: bytes)
      }
      onlyLooks = true
      moves = nil
    }
    dependsOnPicture = true
  }
}
