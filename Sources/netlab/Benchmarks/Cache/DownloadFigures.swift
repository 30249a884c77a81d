import CacheClient
import Dispatch
import LinuxIO
import Reports
import Synchronization

/// What a download of 300 kB that no cache keeps costs of the processor, all threads together, round by round in
/// microseconds; beside libcurl alone, in a program of its own, from the same server over the loopback.
struct DownloadFigures {
    private static let warmUp = 20
    private static let downloads = 500

    private var ours: [Double] = []
    private var bare: [Double] = []

    mutating func measure(_ peers: CachePeers?) throws {
        let site = try BenchSite()
        defer { extendLifetime(site) }
        let server = try ServerUnderLoad(.netlab, site)
        let url = server.url(BenchSite.Body.large.rawValue)
        let client = try CachingClient(configuration: Configuration(policy: .none))
        defer { client.shutdown() }
        for _ in 0..<Self.warmUp { try Self.download(url, client) }
        let before = ProcessTiming.processorTime()
        for _ in 0..<Self.downloads { try Self.download(url, client) }
        ours.append(Double(ProcessTiming.processorTime() - before) / Double(Self.downloads) / 1e3)
        guard let peers else { return }
        bare.append(try peers.download(url, times: Self.downloads) / 1e3)
    }

    /// One after another: nothing but the download itself is under way.
    private static func download(_ url: String, _ client: CachingClient) throws {
        let count = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        client.load(ImageRequest(url: url)) { response in
            count.withLock { $0 = response.bytes.count }
            done.signal()
        }
        done.wait()
        guard count.withLock({ $0 }) == BenchSite.Body.large.bytes else {
            throw CommandFailure(.failed, "a download over the loopback did not come whole")
        }
    }

    var rows: [BenchRow] {
        [
            BenchRow(
                "a download of 300 kB, processor",
                unit: "us",
                netlab: ours.median,
                peer: bare.median,
                peerName: "libcurl alone",
                goal: .ratioAtMost(1.3)
            )
        ]
    }
}
