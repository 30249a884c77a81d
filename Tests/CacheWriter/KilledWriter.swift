import CacheClient
import Dispatch
import Glibc
import LinuxIO
import TestSupport

/// Forks processes that write to a disk cache until they are killed, one after the other, and looks after each whether all
/// that it finished is there and whole. It has no second thread while it forks.
struct KilledWriter {
    private let folder: String
    private let keys = CacheWriterProgram.keys

    init(folder: String) {
        self.folder = folder
    }

    /// Prints how many writes were finished, and how many processes died before they finished one. Ends with 3 where an entry
    /// is damaged, with 4 where one is lost.
    func run(rounds: Int, mostMicroseconds: Int) throws {
        var finished: [Int: Int] = [:]
        var (version, count, barren) = (0, 0, 0)
        for round in 0..<rounds {
            // Every fourth may die before it has written anything, the others once they have.
            let microseconds = UInt32(round * 7919 % mostMicroseconds)
            let numbers = try killed(from: version, after: microseconds, waits: round % 4 > 0)
            for version in numbers { finished[version % keys.count] = version }
            count += numbers.count
            barren += numbers.isEmpty ? 1 : 0
            // What was written and not told of has a version, too.
            version = (numbers.last ?? version) + 1000
            try look(finished)
        }
        print("\(count) \(barren) \(finished.count)")
    }

    /// The versions that a process told of before it was killed.
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

    /// Kills itself as another would: at any moment. All that takes locks is done on new threads: this one still holds its
    /// parent's thread number for its own, which a lock must not.
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

    /// Tells the version of each entry once it is held.
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
