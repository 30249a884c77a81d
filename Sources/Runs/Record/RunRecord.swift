package import Logs
package import Wire

/// Raw observations of a run: the logs of client, origin and line, and the captures. Nothing is judged yet.
package struct RunRecord: Hashable, Sendable {
    /// Version of netlab that made the run.
    package var netlab = NetlabVersion.text
    package var scenario: String
    /// SHA-256 of the resolved scenario in hex; equal digests mean equal experiments.
    package var scenarioDigest: String
    package var seed: UInt64
    /// The run's combination of the matrix, with keys in the order of the file; empty without a matrix.
    package var matrix: [MatrixValue]
    /// From 1.
    package var repetition: Int
    /// Nanoseconds since 1970.
    package var startedAt: Int64
    /// CLOCK_MONOTONIC at the run's start, from which the host's kernel counts milliseconds and ticks. nil if
    /// it was not kept.
    package var clockOrigin: Nanoseconds?
    package var machine: MachineRecord
    package var link: LinkRecord
    /// Where the scenario's expectations stand in its file: the resolved scenario has lines of its own.
    package var expectationLines: [Int] = []
    package var steps: [StepRecord] = []
    package var transfers: [TransferRecord] = []
    package var linkLog: [LinkLogEntry] = []
    /// Packets that did not fit into the link log.
    package var linkLogOmitted = 0
    /// In stream mode, the client's port of each flow in the link log; flow n is at index n - 1.
    package var flowPorts: [UInt16] = []
    package var originLog: [OriginLogEntry] = []
    /// In the order in which exchanges ended; empty without a proxy.
    package var proxyLog: [ProxyLogEntry] = []
    /// Secrets of the origin's TLS sessions as Wireshark reads them; empty without encryption.
    package var tlsSecrets: [String] = []
    package var timing: [TimingEvent] = []
    package var cache = CacheCounters()
    package var clock: [ClockSample] = []
    /// Shortage while the steps ran; nil if it was not kept.
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
