package import LinkModel
package import Logs

/// What a run means: its record joined, compared with theory, and judged. The value of `result.json`.
package struct RunResult: Hashable, Sendable {
    package static let schema = "netlab.result/1"
    /// In the run's folder.
    package static let fileName = "result.json"

    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        case ok
        case expectationsFailed = "expectations-failed"
        /// The emulator or the machine was not accurate enough to judge the figures.
        case untrusted
        case failed
        case interrupted
    }

    /// Version of netlab that made the result.
    package var netlab: String
    package var scenario: String
    package var scenarioDigest: String
    package var seed: UInt64
    /// Nanoseconds since 1970.
    package var startedAt: Int64
    package var machine: MachineRecord
    package var outcome: Outcome
    /// What broke, if the outcome is `failed` for another reason than a failed transfer.
    package var failure: String?
    package var matrix: [MatrixValue]
    package var repetition: Int
    package var link: LinkRecord
    package var transfers: [TransferResult]
    package var steps: [StepResult]
    package var cache: CacheResult
    package var expectations: [ExpectationResult]
    package var emulation: EmulationResult
    /// Fates of the packets; nil without packets, and if the line's log is incomplete.
    package var packets: [LinkDirection: PacketCounts]?
    /// Samples that mapped the captures' wall-clock stamps onto the run's clock.
    package var clock: [ClockSample]
    /// What the run shows; the first is the most important. Not read back from a `result.json`.
    package var findings: [RunFinding]
    package var artifacts: [Artifact]

    package init(
        netlab: String,
        scenario: String,
        scenarioDigest: String,
        seed: UInt64,
        startedAt: Int64,
        machine: MachineRecord,
        outcome: Outcome,
        failure: String? = nil,
        matrix: [MatrixValue] = [],
        repetition: Int = 1,
        link: LinkRecord,
        transfers: [TransferResult] = [],
        steps: [StepResult] = [],
        cache: CacheResult = CacheResult(counters: CacheCounters()),
        expectations: [ExpectationResult] = [],
        emulation: EmulationResult = EmulationResult(),
        packets: [LinkDirection: PacketCounts]? = nil,
        clock: [ClockSample] = [],
        findings: [RunFinding] = [],
        artifacts: [Artifact] = []
    ) {
        self.netlab = netlab
        self.scenario = scenario
        self.scenarioDigest = scenarioDigest
        self.seed = seed
        self.startedAt = startedAt
        self.machine = machine
        self.outcome = outcome
        self.failure = failure
        self.matrix = matrix
        self.repetition = repetition
        self.link = link
        self.transfers = transfers
        self.steps = steps
        self.cache = cache
        self.expectations = expectations
        self.emulation = emulation
        self.packets = packets
        self.clock = clock
        self.findings = findings
        self.artifacts = artifacts
    }

    /// The step's transfers, in the order of their start in the scenario.
    package func transfers(of step: String) -> [TransferResult] {
        transfers.filter { $0.step == step }
    }
}

// MARK: Speeds

extension RunResult {
    /// Speeds on the lines that the steps had.
    package mutating func measureSpeeds() {
        let links = Dictionary(steps.map { ($0.name, $0.link) }) { first, _ in first }
        for place in transfers.indices {
            let line = Speed.Line((links[transfers[place].step] ?? nil) ?? link.parameters)
            transfers[place].clientLog?.exchange.measureSpeed(on: line)
            transfers[place].capture?.exchange.measureSpeed(on: line)
            transfers[place].proxy?.exchange?.measureSpeed(on: line)
        }
    }
}
