import Experiments
import LinuxIO

extension ToolRun {
    /// netlab itself, which lies beside the program of its benchmarks; nil if it was not built there.
    static var netlab: ToolRun? { ToolRun(beside: "netlab") }

    /// `use` says what the program is for: `which asks the servers`.
    static func required(_ name: String, _ use: String, package: String) throws(ExperimentError) -> ToolRun {
        guard let tool = ToolRun(named: name) else {
            throw ExperimentError("there is no \(name), \(use)", advice: "apt-get install \(package)")
        }
        return tool
    }

    static func requiredNetlab() throws(ExperimentError) -> ToolRun {
        guard let netlab else {
            throw ExperimentError(
                "there is no netlab beside netlab-bench: `swift build -c release --product netlab` makes it"
            )
        }
        return netlab
    }
}
