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

    /// Both are recording when this returns.
    init(_ hosts: HostPair, folder: RunFolder) throws {
        let names = [
            (address: HostPair.clientAddress, name: "client.netlab.test"),
            (address: HostPair.originAddress, name: Bench.originName),
        ]
        client = try hosts.onClient {
            try Recorder(
                interface: HostPair.clientInterface,
                description: "the client's host",
                file: folder.file(CaptureRecord.Host.client.fileName),
                hostNames: names
            )
        }
        origin = try hosts.onOrigin {
            try Recorder(
                interface: HostPair.originInterface,
                description: "the origin's host",
                file: folder.file(CaptureRecord.Host.origin.fileName),
                hostNames: names
            )
        }
    }

    /// Stops both when everything that has crossed the interfaces is in the files.
    func stop() -> Recorded {
        var recorded = Recorded()
        for (host, recorder) in [(CaptureRecord.Host.client, client), (.origin, origin)] {
            let summary = recorder.stop()
            recorded.captures.append(
                CaptureRecord(
                    host: host,
                    file: host.fileName,
                    packets: summary.packets,
                    dropped: summary.dropped
                )
            )
            if let error = summary.writeError ?? summary.readError {
                recorded.failures.append("\(host.fileName): \(error)")
            }
        }
        return recorded
    }
}

extension CaptureRecord.Host {
    var fileName: String {
        self == .client ? "client.pcapng" : "server.pcapng"
    }
}
