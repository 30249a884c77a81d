import CacheClient
import Glibc
import LinuxIO
import Synchronization
import TestSupport

/// A separate process that uses a disk cache, for the cache's tests: killed while it writes, beside another
/// process on the same folder, or on a full file system.
@main
enum CacheWriterProgram {
    static let keys = (0..<20).map { "https://images.example.com/a_b/\($0).jpg?x=/" }

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 4, let first = Int(words[2]), let second = Int(words[3]) else { exit(2) }
        switch words[0] {
        case "killed": try KilledWriter(folder: words[1]).run(rounds: first, mostMicroseconds: second)
        case "share": try share(words[1], seed: first, rounds: second)
        case "fill": try fill(words[1], images: first, size: second)
        default: exit(2)
        }
    }

    /// Stores, reads and removes the same entries as the other process; exits with 3 if it reads bytes that
    /// were never stored.
    private static func share(_ folder: String, seed: Int, rounds: Int) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits(count: 10))
        try cache.open(at: RunClock.wall())
        var state = UInt64(seed)
        var hits = 0
        for round in 0..<rounds {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = keys[Int(state >> 40) % keys.count]
            switch (state >> 33) % 8 {
            case 0, 1, 2:
                let image = CachedImage(bytes: NumberedBytes.make(key, version: round), etag: nil)
                cache.store(image, for: key, at: RunClock.wall())
            case 3: cache.remove(key)
            default:
                guard let image = cache.image(for: key, at: RunClock.wall()) else { continue }
                hits += 1
                if NumberedBytes.version(image.bytes, of: key) == nil { exit(3) }
            }
            if round % 100 == 0 { cache.clean(at: RunClock.wall()) }
        }
        cache.clean(at: RunClock.wall())
        cache.flush()
        print("\(hits) \(cache.count)")
        cache.shutdown()
    }

    /// Prints the number of successful stores and the images that remain; exits with 3 if an image is wrong.
    private static func fill(_ folder: String, images: Int, size: Int) throws {
        let cache = try DiskCache(folder: folder, limits: CacheLimits())
        try cache.open(at: RunClock.wall())
        let held = Mutex(0)
        for number in 0..<images {
            let bytes = [UInt8](repeating: UInt8(number), count: size)
            cache.store(CachedImage(bytes: bytes, etag: nil), for: "\(number)", at: RunClock.wall()) {
                isHeld in
                if isHeld { held.withLock { $0 += 1 } }
            }
        }
        cache.flush()
        var present: [Int] = []
        for number in 0..<images {
            guard let image = cache.image(for: "\(number)", at: RunClock.wall()) else { continue }
            if image.bytes != [UInt8](repeating: UInt8(number), count: size) { exit(3) }
            present.append(number)
        }
        print("\(held.withLock { $0 }) \(present.first ?? -1) \(present.last ?? -1) \(present.count)")
        print(cache.lastFailure.map { $0.description } ?? "no failure")
        cache.shutdown()
    }
}
