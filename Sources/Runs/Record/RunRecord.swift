package import JSON
import LinkModel
package import Logs
import Scenarios
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
    /// The client's port of each flow in the link log, if its entries do not tell: in stream mode, and with QUIC. Flow n is at
    /// index n - 1.
    package var flowPorts: [UInt16] = []
    package var originLog: [OriginLogEntry] = []
    /// What both ends of QUIC connections sent, in order for each end; empty without HTTP/3.
    package var quicLog: [QUICLogEntry] = []
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

// MARK: Impossible

extension RunRecord {
    /// Sizes of what one exchange may carry, in bytes; larger ones were not measured by a run.
    private static let sizes = 0...1 << 34

    /// The first place with a value that no run records, in `record.json` or in a log, such as times that run
    /// backwards; nil if there is none.
    package var impossible: (file: String, place: String)? {
        if let place = transfers.firstIndex(where: {
            $0.end < $0.start || $0.exchange.map(Self.isWrong) == true
        }) {
            return (Self.fileName, ".transfers[\(place)]")
        }
        if let place = steps.firstIndex(where: { $0.end < $0.start }) {
            return (Self.fileName, ".steps[\(place)]")
        }
        return Self.impossible(.linkLog, linkLog, Self.isWrong)
            ?? Self.impossible(.originLog, originLog) {
                !Self.hold([$0.order, $0.bodyBytes, $0.headerBytes])
            }
            ?? Self.impossible(.proxyLog, proxyLog) { $0.upstream?.record.map(Self.isWrong) == true }
    }

    private static func impossible<Entry>(
        _ log: Artifact,
        _ entries: [Entry],
        _ isWrong: (Entry) -> Bool
    ) -> (file: String, place: String)? {
        // The schema stands in the first line.
        entries.firstIndex(where: isWrong).map { (log.fileName, "line \($0 + 2)") }
    }

    private static func hold(_ numbers: [Int]) -> Bool { numbers.allSatisfy(sizes.contains) }

    private static func isWrong(_ exchange: ExchangeRecord) -> Bool {
        !hold([exchange.order, exchange.requestBytes, exchange.headerBytes, exchange.bodyBytes])
    }

    private static func isWrong(_ entry: LinkLogEntry) -> Bool {
        guard hold([entry.bytes]) else { return true }
        let decision = entry.decision
        return decision.fate == .delivered
            && !(entry.arrival <= decision.serviceStart && decision.serviceStart <= decision.serviceEnd
                && decision.serviceEnd <= decision.due)
    }
}

// MARK: Figures

extension RunRecord: Tabulated {
    package static let schema = "netlab.record/1"
    /// In the run's folder.
    package static let fileName = "record.json"

    /// Without the logs, which are files of their own, and the line's settings, which the scenario has.
    package static let figures: [ResultFigure<RunRecord>] = [
        .derived(.word, "schema", \.ownSchema),
        .member("netlab", \.netlab),
        .member("scenario", \.scenario),
        .member("scenarioDigest", \.scenarioDigest),
        .member("seed", \.seed),
        .member("matrix", \.matrix),
        .member("repeat", \.repetition),
        // Of the calendar and of the kernel: longer than any run's time.
        .member("startedAtNs", \.startedAt),
        .member("clockOriginNs", \.clockOrigin),
        .member("machine", \.machine),
        .derived(.word, "link", \.recordedLink),
        .derived(.word, "ending", \.ending.word),
        .derived(.word, "failure", \.ending.failure),
        .member("expectationLines", \.expectationLines),
        .derived(.word, "entries", \.entries),
        .member("linkLogOmitted", \.linkLogOmitted),
        .member("flowPorts", \.flowPorts),
        .member("captures", \.captures),
        .member("shortage", \.shortage),
        .member("cache", \.cache),
        .member("clock", \.clock),
        .member("steps", \.steps),
        .member("transfers", \.transfers),
    ]

    /// nil if it is no record of this version. The caller adds the logs and the line's settings.
    package init?(json: JSONValue) {
        // What is unknown is null: a part that is not there was removed.
        guard json["schema"] == Self.schema.json, Self.figures.allSatisfy({ json[$0.key] != nil }),
            let ending = RunEnding(json["ending"]?.text, failure: json["failure"]?.text)
        else { return nil }
        self.init(
            scenario: "",
            scenarioDigest: "",
            seed: 0,
            startedAt: 0,
            machine: MachineRecord(json: json["machine"] ?? .null),
            link: LinkRecord(
                mode: .packet,
                carrier: nil,
                profile: nil,
                congestion: nil,
                parameters: .unlimited
            )
        )
        self.ending = ending
        guard Self.figures.read(json, into: &self),
            LinkRecord.recorded.read(json["link"] ?? .null, into: &link)
        else { return nil }
    }

    private var ownSchema: String { Self.schema }

    private var recordedLink: JSONValue { .object(LinkRecord.recorded.members(of: link)) }

    package var entries: LogEntries { LogEntries(self) }
}

extension RunEnding {
    fileprivate var word: String {
        switch self {
        case .completed: "completed"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }

    fileprivate var failure: String? {
        if case .failed(let why) = self { why } else { nil }
    }

    fileprivate init?(_ word: String?, failure: String?) {
        let endings = [.completed, .interrupted, .failed(failure ?? "")] as [RunEnding]
        guard let ending = endings.first(where: { $0.word == word }) else { return nil }
        self = ending
    }
}
