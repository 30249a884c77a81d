import Reports
package import Scenarios

extension Console {
    /// Names the files that a scenario takes from outside of its folder: in a stranger's scenario they are not the
    /// stranger's, and the origin gives them to whoever asks.
    package func warnOfForeignFiles(in scenario: Scenario) {
        let paths = scenario.foreignPaths
        guard let first = paths.first else { return }
        let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
        warn(
            "\(scenario.name) serves files from outside its folder: \(first.unbroken)\(others)"
        )
    }
}
