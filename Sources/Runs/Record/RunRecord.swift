package import Logs
package import Wire

/// What a run saw, raw: the client's log, the origin's, the line's, and what was recorded. Nothing is judged yet.
package struct RunRecord: Hashable, Sendable {
    package var scenario: String
    /// SHA-256 of the resolved scenario, in hex: equal digests are equal experiments.
    package var scenarioDigest: String
    package var seed: UInt64
    /// The combination of a matrix this run is, keys in the order of the file; empty where there is none.
    package var matrix: [MatrixValue]
    /// From 1.
    package var repetition: Int
    /// Nanoseconds since 1970.
    package var startedAt: Int64
    /// CLOCK_MONOTONIC where the run's instants begin: its host's kernel counts milliseconds and ticks from there. nil where
    /// nobody knows any more.
    package var clockOrigin: Nanoseconds?
    package var machine: MachineRecord
    package var link: LinkRecord
    package var steps: [StepRecord] = []
    package var transfers: [TransferRecord] = []
    package var linkLog: [LinkLogEntry] = []
    /// Packets that the link log had no room for.
    package var linkLogOmitted = 0
    /// In stream mode the client's port of each flow of the link log, by its number less one.
    package var flowPorts: [UInt16] = []
    package var originLog: [OriginLogEntry] = []
    /// Of the origin's sessions, as Wireshark reads them; empty where nothing was encrypted.
    package var tlsSecrets: [String] = []
    package var timing: [TimingEvent] = []
    package var cache = CacheCounters()
    package var clock: [ClockSample] = []
    /// While the steps ran. nil where nobody knows any more.
    package var shortage: ProcessorShortage?
    package var captures: [CaptureRecord] = []
    package var ending: RunEnding = .completed

    package init(
        scenario: String,
        scenarioDigest: String,
        seed: UInt64,
        matrix: [MatrixValue] = [],
        repetition: Int = 1,
        startedAt: Int64,
        machine: MachineRecord,
        link: LinkRecord
    ) {
        self.scenario = scenario
        self.scenarioDigest = scenarioDigest
        self.seed = seed
        self.matrix = matrix
        self.repetition = repetition
        self.startedAt = startedAt
        self.machine = machine
        self.link = link
    }
}
