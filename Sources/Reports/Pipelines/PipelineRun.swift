package import Runs

/// A run, and the file of its scenario, in which pipelines show what was not met.
package struct PipelineRun {
    package var result: RunResult
    package var file: String?

    package init(_ result: RunResult, file: String?) {
        self.result = result
        self.file = file
    }
}
