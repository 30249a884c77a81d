import CacheClient
import Experiments
import LinuxIO
import Reports

/// Processor time, over all threads, of an uncached download of 300 kB, in microseconds. The peer is libcurl
/// alone in a separate program, with the same server over the loopback. All of them keep one or six
/// connections, use the same receive buffer size, and hold each body in newly allocated memory; each download
/// begins when one before it has ended. The programs take turns.
struct DownloadFigures {
    private static let turns = 5
    private static let warmUp = 20
    private static let downloads = 200

    private var ours: [DownloadWay: [Double]] = [:]
    private var bare: [BareWay: [Double]] = [:]

    mutating func measure(_ peers: CachePeers?) throws {
        let site = try BenchSite()
        defer { extendLifetime(site) }
        let server = try ServerUnderLoad(.netlab, site)
        let url = server.url(BenchSite.Body.large.rawValue)
        let client = try CachingClient(configuration: Configuration(policy: .none))
        defer { client.shutdown() }
        for _ in 0..<Self.turns {
            for way in DownloadWay.allCases {
                try Self.download(url, times: Self.warmUp, way, client)
                let before = ProcessTiming.processorTime()
                try Self.download(url, times: Self.downloads, way, client)
                let spent = Double(ProcessTiming.processorTime() - before)
                ours[way, default: []].append(spent / Double(Self.downloads) / 1e3)
            }
            for way in BareWay.allCases {
                guard let peers else { continue }
                bare[way, default: []].append(try peers.download(url, times: Self.downloads, way) / 1e3)
            }
        }
    }

    private static func download(_ url: String, times: Int, _ way: DownloadWay, _ client: CachingClient)
        throws
    {
        let bytes = way.download(url, times: times, by: client)
        guard bytes == times * BenchSite.Body.large.bytes else {
            throw ExperimentError("a download over the loopback did not come whole")
        }
    }

    var rows: [BenchRow] {
        DownloadWay.allCases.map { way in
            let (ours, bare) = (ours[way] ?? [], bare[way.peer] ?? [])
            return BenchRow(
                "a download of 300 kB, processor, \(way.words)",
                unit: "us",
                netlab: ours.median,
                peer: bare.median,
                peerName: way.peer.words,
                pairedRatio: PairedRatio(ours, to: bare),
                goal: way.hasGoal ? .ratioAtMost(1.3) : nil
            )
        }
    }
}
