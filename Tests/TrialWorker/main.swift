import Rendering
import TrialFilters

// A worker that knows the filter on trial, as packshot's own knows the standard ones.
try PhotoWorker(arguments: CommandLine.arguments.dropFirst(), filters: .withTrial)?.run()
