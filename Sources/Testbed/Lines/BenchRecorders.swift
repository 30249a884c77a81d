import Capture
import LinkEngine
import Runs
import Scenarios
import Wire

/// A recorder on each host.
struct BenchRecorders {
    /// What both recorders captured, and what went wrong.
    struct Recorded {
        var captures: [CaptureRecord] = []
        var failures: [String] = []
    }

    private let client: Recorder
    private let origin: Recorder
    private let folder: RunFolder

    /// Names of the two addresses in the captures.
    private static let names = [
        (address: IPAddress.v4(HostPair.clientAddress), name: "client.netlab.test"),
        (address: IPAddress.v4(HostPair.originAddress), name: Bench.originName),
    ]

    private let plan: BenchPlan

    private static func settings(_ host: CaptureRecord.Host, _ plan: BenchPlan) -> RecorderSettings {
        RecorderSettings(
            interface: host == .client ? HostPair.clientInterface : HostPair.originInterface,
            description: host == .client ? "the client's host" : "the origin's host",
            hostNames: names,
            snapLength: plan.snapLength ?? RecorderSettings.wholePackets,
            bufferBytes: CaptureRing.bytes(for: plan.scenario.links.map(\.parameters))
        )
    }

    /// Starts both recorders; both are recording when this returns.
    init(_ hosts: HostPair, _ plan: BenchPlan, folder: RunFolder) throws {
        self.folder = folder
        self.plan = plan
        client = try Self.onClient(hosts, plan, file: folder.file(.clientCapture))
        origin = try hosts.onOrigin {
            try Recorder(Self.settings(.origin, plan), into: RecordingTarget(folder.file(.serverCapture)))
        }
    }

    /// Starts a recorder on the client's host; it is recording when this returns.
    static func onClient(_ hosts: HostPair, _ plan: BenchPlan, file: String) throws -> Recorder {
        try hosts.onClient { try Recorder(settings(.client, plan), into: RecordingTarget(file)) }
    }

    /// What adds secrets, lines of a key log, to a host's capture.
    static func revision(
        of host: CaptureRecord.Host,
        _ plan: BenchPlan,
        secrets: [UInt8]
    ) -> CaptureRevision {
        CaptureRevision(settings(host, plan), secrets: secrets)
    }

    /// Stops both recorders once everything that crossed the interfaces is in the files.
    func stop() -> Recorded {
        var recorded = Recorded()
        for (host, recorder, artifact) in [
            (CaptureRecord.Host.client, client, Artifact.clientCapture),
            (.origin, origin, .serverCapture),
        ] {
            let summary = recorder.stop()
            recorded.captures.append(
                CaptureRecord(
                    host: host,
                    file: artifact.fileName,
                    packets: summary.packets,
                    dropped: summary.dropped
                )
            )
            if let error = summary.writeError ?? summary.readError {
                recorded.failures.append("\(artifact.fileName): \(error)")
            }
        }
        return recorded
    }

    /// Adds to the captures what is known only after the run: the TLS secrets, and what the line did to each
    /// packet. Returns failures; the captures affected stay unchanged.
    func annotate(with record: RunRecord) -> [String] {
        let secrets = Array(record.tlsSecrets.map { $0 + "\n" }.joined().utf8)
        guard !secrets.isEmpty || !record.linkLog.isEmpty else { return [] }
        var failures: [String] = []
        for (host, artifact) in [
            (CaptureRecord.Host.client, Artifact.clientCapture), (.origin, .serverCapture),
        ] {
            // If packets are missing, the log's order cannot identify the others.
            let isWhole = record.captures.allSatisfy { $0.host != host || $0.dropped == 0 }
            var notes = LineNotes(isWhole ? record.linkLog : [], at: host)
            var revision = Self.revision(of: host, plan, secrets: secrets)
            do {
                try revision.write(folder.file(artifact)) { notes.note($0, $1) }
            } catch {
                failures.append("\(artifact.fileName): \(error)")
            }
        }
        return failures
    }
}
