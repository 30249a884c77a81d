package import Logs
package import Runs
package import Scenarios

/// What could be read of a run's folder.
package struct RunFiles: Sendable {
    /// nil where it is missing or none.
    package var result: RunResult?
    /// The scenario as it was resolved; nil where it is missing or no longer one.
    package var scenario: Scenario?
    package var timing: [TimingEvent] = []
    package var link: [LinkLogEntry] = []
    package var origin: [OriginLogEntry] = []
    /// What is wrong with the folder, in sentences without a full stop.
    package var missing: [String] = []

    package init() {}
}
