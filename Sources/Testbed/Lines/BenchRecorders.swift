import Capture
import LinkEngine
import LinkModel
import LinuxIO
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

    /// Names of the addresses in the captures.
    private static func names(_ plan: BenchPlan) -> [(address: IPAddress, name: String)] {
        let (place, link) = (HostPlace.first, plan.scenario.link.parameters)
        let origin =
            link.ip == .nat64
            ? [IPv4Translation.address(for: place.originAddress)] : place.originAddresses(link.ip)
        return place.clientAddresses(link.ip).map { ($0, "client.netlab.test") }
            + origin.map { ($0, Bench.originName) }
    }

    private let plan: BenchPlan

    private static func settings(_ host: CaptureRecord.Host, _ plan: BenchPlan) -> RecorderSettings {
        RecorderSettings(
            interface: host == .client ? HostPair.clientInterface : HostPair.originInterface,
            description: host == .client ? "the client's host" : "the origin's host",
            hostNames: names(plan),
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
    /// `watcher` receives copies of the packets. Without a file they are for the watcher only.
    static func onClient(
        _ hosts: HostPair,
        _ plan: BenchPlan,
        file: String?,
        watcher: PacketMailbox? = nil
    ) throws -> Recorder {
        var settings = settings(.client, plan)
        if file == nil { settings.bufferBytes = CaptureRing.forWatcher }
        return try hosts.onClient {
            try Recorder(settings, into: file.map { RecordingTarget($0) } ?? .nowhere, watcher: watcher)
        }
    }

    /// Adds to a host's capture what is known only afterwards: TLS secrets, lines of a key log, and what the line did to each
    /// packet of its log. `behind` are networks whose packets the client's host passes on.
    static func annotate(
        _ file: String,
        of host: CaptureRecord.Host,
        _ plan: BenchPlan,
        secrets: [String],
        _ log: [LinkLogEntry],
        behind: [IPNetwork] = []
    ) throws(CaptureError) {
        var notes = LineNotes(log, at: host, behind: behind)
        let text = Array(secrets.map { $0 + "\n" }.joined().utf8)
        var revision = CaptureRevision(settings(host, plan), secrets: text)
        try revision.write(file) { notes.note($0, $1) }
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

    /// Annotates both captures. Returns failures; the captures affected stay unchanged.
    func annotate(with record: RunRecord) -> [String] {
        guard !record.tlsSecrets.isEmpty || !record.linkLog.isEmpty else { return [] }
        var failures: [String] = []
        for (host, artifact) in [
            (CaptureRecord.Host.client, Artifact.clientCapture), (.origin, .serverCapture),
        ] {
            // If packets are missing, the log's order cannot identify the others.
            let isWhole = record.captures.allSatisfy { $0.host != host || $0.dropped == 0 }
            do throws(CaptureError) {
                try Self.annotate(
                    folder.file(artifact),
                    of: host,
                    plan,
                    secrets: record.tlsSecrets,
                    isWhole ? record.linkLog : []
                )
            } catch {
                failures.append("\(artifact.fileName): \(error)")
            }
        }
        return failures
    }
}
