package import BenchmarkArguments
package import Experiments
import LinuxIO
package import Reports

/// Costs of hits and stores beside alternatives for apps. Each round measures everything once, netlab and its
/// peers in turn; results are medians over the rounds.
package struct CacheBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int
    private let parts: Set<CachePart>

    package init(_ context: BenchmarkContext, rounds: Int, parts: Set<CachePart>) {
        self.context = context
        self.rounds = rounds
        self.parts = parts
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        let peers = CachePeers()
        if peers == nil, !parts.isDisjoint(with: [.memory, .disk, .download]) {
            context.note(
                "NSCache, URLCache, libcurl (left out): there is no \(CachePeers.name) beside this program; "
                    + "`swift build -c release --product \(CachePeers.name)` makes it"
            )
        }
        let session = try context.session()
        // A run locks the machine itself, and an unprivileged process must do that before it has other
        // threads.
        var articles = ArticleFigures()
        for round in 1...rounds where parts.contains(.articles) {
            context.showProgress("cache: round \(round) of \(rounds): hits and 304s over a line")
            guard try articles.measure(session) else { return nil }
        }
        guard let lock = try session.machineLock() else { return nil }
        defer { extendLifetime(lock) }
        do {
            return try measure(peers, session).map { $0 + (parts.contains(.articles) ? articles.rows : []) }
        } catch let failure as ExperimentError {
            throw failure
        } catch {
            throw ExperimentError("the caches could not be measured: \(error)")
        }
    }

    private func measure(_ peers: CachePeers?, _ session: ExperimentSession) throws -> [BenchRow]? {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        let many = "\(folder)/many"
        try Folder.make(folder, mode: 0o700)
        defer { for path in [many, folder] { Folder.remove(path) } }
        if parts.contains(.disk) {
            context.showProgress("cache: \(DiskFigures.many) entries are made")
            try DiskFigures.prepareMany(in: many)
        }
        var (memory, disk, downloads) = (MemoryFigures(), DiskFigures(), DownloadFigures())
        var downsampling = parts.contains(.downsampling) ? try DownsamplingFigures(context, in: folder) : nil
        for round in 1...rounds {
            for part in CachePart.allCases where parts.contains(part) {
                context.showProgress("cache: round \(round) of \(rounds): \(part.rawValue)")
                switch part {
                case .memory: try memory.measure(peers)
                case .disk:
                    try disk.measure(peers, in: folder)
                    try disk.measureOpening(of: many)
                case .download: try downloads.measure(peers)
                case .downsampling: try downsampling?.measure()
                case .articles: break
                }
                if session.isInterrupted { return nil }
            }
        }
        return (parts.contains(.memory) ? memory.rows : []) + (parts.contains(.disk) ? disk.rows : [])
            + (parts.contains(.download) ? downloads.rows : []) + (downsampling?.rows ?? [])
    }
}
