import Experiments
import LinuxIO

extension ToolRun {
    /// netlab itself, which lies beside the program of its benchmarks; nil if it was not built there.
    static var netlab: ToolRun? { ToolRun(beside: "netlab") }

    static func requiredNetlab() throws(ExperimentError) -> ToolRun {
        guard let netlab else {
            throw ExperimentError(
                "there is no netlab beside netlab-bench: `swift build -c release --product netlab` makes it"
            )
        }
        return netlab
    }
}
