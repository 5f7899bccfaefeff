import Rendering
import TrialFilters

// A worker with the trial filter, as packshot's own worker has the standard filters.
try PhotoWorker(arguments: CommandLine.arguments.dropFirst(), filters: .withTrial)?.run()
