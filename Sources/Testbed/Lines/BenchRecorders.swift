import Capture
import LinkEngine
import Runs

/// A recorder on each host.
struct BenchRecorders {
    /// What the two of them recorded, and what went wrong.
    struct Recorded {
        var captures: [CaptureRecord] = []
        var failures: [String] = []
    }

    private let client: Recorder
    private let origin: Recorder

    /// What readers of the captures call the two addresses.
    private static let names = [
        (address: HostPair.clientAddress, name: "client.netlab.test"),
        (address: HostPair.originAddress, name: Bench.originName),
    ]

    /// Both are recording when this returns.
    init(_ hosts: HostPair, folder: RunFolder) throws {
        client = try Self.onClient(hosts, file: folder.file(.clientCapture))
        origin = try hosts.onOrigin {
            try Recorder(
                interface: HostPair.originInterface,
                description: "the origin's host",
                file: folder.file(.serverCapture),
                hostNames: Self.names
            )
        }
    }

    /// A recorder on the client's host; it is recording when this returns.
    static func onClient(_ hosts: HostPair, file: String) throws -> Recorder {
        try hosts.onClient {
            try Recorder(
                interface: HostPair.clientInterface,
                description: "the client's host",
                file: file,
                hostNames: names
            )
        }
    }

    /// Stops both when everything that has crossed the interfaces is in the files.
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
}
