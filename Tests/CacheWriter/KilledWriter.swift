import CacheClient
import Dispatch
import Glibc
import LinuxIO
import TestSupport

/// Forks processes that write to a disk cache until they are killed, one after the other, and checks after
/// each that every finished entry is there and intact. It has no second thread while it forks.
struct KilledWriter {
    private let folder: String
    private let keys = CacheWriterProgram.keys

    init(folder: String) {
        self.folder = folder
    }

    /// Prints the number of finished writes, and of processes that died before finishing one. Exits with 3 if
    /// an entry is damaged, with 4 if one is lost.
    func run(rounds: Int, mostMicroseconds: Int) throws {
        var finished: [Int: Int] = [:]
        var (version, count, barren) = (0, 0, 0)
        for round in 0..<rounds {
            // Every fourth may die before its first write, the others only after it.
            let microseconds = UInt32(round * 7919 % mostMicroseconds)
            let numbers = try killed(from: version, after: microseconds, waits: round % 4 > 0)
            for version in numbers { finished[version % keys.count] = version }
            count += numbers.count
            barren += numbers.isEmpty ? 1 : 0
            // A write that was not reported has a version too.
            version = (numbers.last ?? version) + 1000
            try look(finished)
        }
        print("\(count) \(barren) \(finished.count)")
    }

    /// The versions that a process reported before it was killed.
    private func killed(from first: Int, after microseconds: UInt32, waits: Bool) throws -> [Int] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { exit(5) }
        let child = fork()
        if child == 0 {
            close(ends[0])
            try beKilled(writing: first, after: microseconds, waits: waits, telling: ends[1])
        }
        guard child > 0 else { exit(5) }
        close(ends[1])
        var told: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let length = read(ends[0], &buffer, buffer.count), length > 0 {
            told += buffer[..<length]
        }
        close(ends[0])
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status & 0x7F == SIGKILL else { exit(6) }
        return told.split(separator: 10).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// Kills itself at any moment, as another process would. Everything that takes locks runs on new threads:
    /// this one still has its parent's thread number, which locks must not see.
    private func beKilled(
        writing first: Int,
        after microseconds: UInt32,
        waits: Bool,
        telling pipe: Int32
    ) throws -> Never {
        let begun = DispatchSemaphore(value: waits ? 0 : 1)
        let killer = try WorkerThread(name: "killer") {
            begun.wait()
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
        let writer = try WorkerThread(name: "writer") { try? write(from: first, telling: pipe, begun) }
        while true {
            pause()
            extendLifetime((killer, writer))
        }
    }

    /// Reports each entry's version once it is stored.
    private func write(from first: Int, telling pipe: Int32, _ begun: DispatchSemaphore) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits())
        try cache.open(at: RunClock.wall())
        var version = first
        while true {
            let key = keys[version % keys.count]
            let image = CachedImage(bytes: NumberedBytes.make(key, version: version), etag: "\"1\"")
            let line = Array("\(version)\n".utf8)
            cache.store(image, for: key, at: RunClock.wall()) { isHeld in
                if isHeld { _ = Glibc.write(pipe, line, line.count) }
                begun.signal()
            }
            version += 1
            if version % 8 == 0 { cache.flush() }
        }
    }

    private func look(_ finished: [Int: Int]) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits())
        defer { cache.shutdown() }
        for (number, least) in finished {
            guard let image = cache.image(for: keys[number], at: RunClock.wall()) else { exit(4) }
            guard let version = NumberedBytes.version(image.bytes, of: keys[number]) else { exit(3) }
            if version < least { exit(4) }
        }
    }
}
