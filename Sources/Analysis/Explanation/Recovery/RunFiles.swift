package import Logs
package import Runs
package import Scenarios

/// The readable contents of a run's folder.
package struct RunFiles: Sendable {
    /// nil if it is missing or unreadable.
    package var result: RunResult?
    /// The scenario as it was resolved; nil if it is missing or no longer valid.
    package var scenario: Scenario?
    package var timing: [TimingEvent] = []
    package var link: [LinkLogEntry] = []
    package var origin: [OriginLogEntry] = []
    /// Empty without a proxy.
    package var proxy: [ProxyLogEntry] = []
    /// Defects of the folder.
    package var missing: [RecoveryFault] = []

    package init() {}
}
