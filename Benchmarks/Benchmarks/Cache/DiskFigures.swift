import CacheClient
import Experiments
import LinuxIO
import Wire

/// Costs of the disk cache for each round, in elapsed microseconds. The files are in the system's page cache.
struct DiskFigures {
    static let bytes = 300_000
    static let entries = 40
    private static let passes = 10
    /// URLCache's hits take long.
    private static let fewHits = 10
    static let many = 100_000

    var hits: [Double] = []
    var reads: [Double] = []
    var system: [Double] = []
    var stores: [Double] = []
    var writes: [Double] = []
    /// In milliseconds.
    var openings: [Double] = []

    mutating func measure(_ peers: CachePeers?, in folder: String) throws {
        let body = (0..<Self.bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let files = "\(folder)/files"
        let cached = "\(folder)/cached"
        defer { for path in [files, cached] { Folder.remove(path) } }
        try Folder.make(files, mode: 0o700)
        let cache = try DiskCache(folder: cached, limits: CacheLimits())
        defer { cache.shutdown() }
        try cache.open(at: RunClock.wall())
        for _ in 0..<Self.passes {
            // The first pass creates the files; later passes replace them.
            writes.append(try Self.time { try Self.write(body, to: "\(files)/\($0)") })
            stores.append(try Self.stores(body, cache))
        }
        for _ in 0..<Self.passes {
            reads.append(try Self.time { try Self.read("\(files)/\($0)") })
            hits.append(try Self.time { try Self.hit(cache, $0) })
        }
        guard let peers else { return }
        let took = try peers.diskHit(
            bytes: Self.bytes,
            entries: Self.fewHits,
            hits: Self.fewHits,
            folder: "\(folder)/system"
        )
        system.append(took / 1e3)
    }

    /// A folder of many small entries, as left by an earlier process.
    static func prepareMany(in folder: String) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits())
        for key in 0..<many {
            cache.store(CachedImage(bytes: [1, 2, 3, 4], etag: nil), for: "\(key)", at: RunClock.wall())
        }
        cache.shutdown()
    }

    mutating func measureOpening(of folder: String) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits())
        let clock = RunClock()
        try cache.open(at: RunClock.wall())
        openings.append(Double(clock.now().nanoseconds) / 1e6)
        let count = cache.count
        cache.shutdown()
        guard count == Self.many else {
            throw ExperimentError("\(count) of \(Self.many) entries were found")
        }
    }

    private static func time(_ body: (Int) throws -> Void) rethrows -> Double {
        let clock = RunClock()
        for number in 0..<entries { try body(number) }
        return Double(clock.now().nanoseconds) / 1e3 / Double(entries)
    }

    private static func hit(_ cache: DiskCache, _ number: Int) throws {
        guard cache.image(for: "\(number)", at: RunClock.wall())?.bytes.count == bytes else {
            throw ExperimentError("an entry that was stored is not there")
        }
    }

    private static func read(_ path: String) throws {
        guard try FileReader(path).bytes(bytes).count == bytes else {
            throw ExperimentError("\(path) is not what was written")
        }
    }

    private static func write(_ body: [UInt8], to path: String) throws {
        try WholeFile.writeNew(path + ".new", [body])
        try WholeFile.rename(path + ".new", to: path)
    }

    /// Microseconds of a store, measured until all stores are on disk.
    private static func stores(_ body: [UInt8], _ cache: DiskCache) throws -> Double {
        let image = CachedImage(bytes: body, etag: "\"1\"")
        let clock = RunClock()
        for number in 0..<entries { cache.store(image, for: "\(number)", at: RunClock.wall()) }
        cache.flush()
        if let failure = cache.lastFailure { throw failure }
        return Double(clock.now().nanoseconds) / 1e3 / Double(entries)
    }
}
