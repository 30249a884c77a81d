import LinuxIO
import Reports

/// What hits and stores cost, beside what else an app could use. Everything is measured once in every round, netlab and
/// its peers in turn, and medians are taken over the rounds.
struct CacheBenchmark {
    private let console: Console
    private let rounds: Int

    init(_ console: Console, rounds: Int) {
        self.console = console
        self.rounds = rounds
    }

    /// nil where it was interrupted.
    func rows() throws(CommandFailure) -> [BenchRow]? {
        let peers = CachePeers()
        if peers == nil {
            console.note(
                "NSCache, URLCache (left out): there is no \(CachePeers.name) beside this program; "
                    + "`swift build -c release --product \(CachePeers.name)` makes it"
            )
        }
        var options = RunOptions()
        options.isQuiet = true
        let session = try RunSession(options, console)
        // A run takes the machine's lock itself, and an ordinary user's must be before the process has other threads.
        var articles = ArticleFigures()
        for round in 1...rounds {
            console.showProgress("cache: round \(round) of \(rounds): hits and 304s over a line")
            guard try articles.measure(session) else { return nil }
        }
        guard let lock = try session.machineLock() else { return nil }
        defer { extendLifetime(lock) }
        do {
            return try measure(peers, session).map { $0 + articles.rows }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "the caches could not be measured: \(error)")
        }
    }

    private func measure(_ peers: CachePeers?, _ session: RunSession) throws -> [BenchRow]? {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        let many = "\(folder)/many"
        try Folder.make(folder, mode: 0o700)
        defer { for path in [many, folder] { Folder.remove(path) } }
        console.showProgress("cache: \(DiskFigures.many) entries are made")
        try DiskFigures.prepareMany(in: many)
        var (memory, disk, downloads) = (MemoryFigures(), DiskFigures(), DownloadFigures())
        var downsampling = try DownsamplingFigures(console, in: folder)
        for round in 1...rounds {
            let progress = { (what: String) in
                console.showProgress("cache: round \(round) of \(rounds): \(what)")
            }
            progress("memory")
            try memory.measure(peers)
            for size in MemoryFigures.sizes {
                progress("\(size) in memory")
                try memory.measure(entries: size)
                if session.isInterrupted { return nil }
            }
            progress("disk")
            try disk.measure(peers, in: folder)
            progress("\(DiskFigures.many) entries")
            try disk.measureOpening(of: many)
            progress("downloads")
            try downloads.measure(peers)
            progress("downsampling")
            try downsampling?.measure()
            if session.isInterrupted { return nil }
        }
        return memory.rows + disk.rows + [downloads.row] + (downsampling?.rows ?? [])
    }
}
