internal import CXXHash

/// Where a key belongs: which shard of a cache, and which place in its table.
///
/// XXH3 of the key's bytes under a seed of the cache's own, a third of what the standard library's hash of a string costs.
/// Nobody outside knows the seed, so that chosen keys cannot be made to meet.
struct KeyHash: Hashable, Sendable {
    private let bits: UInt64

    init(_ key: String, seed: UInt64) {
        let bits = key.utf8.withContiguousStorageIfAvailable { netlab_xxh3($0.baseAddress, $0.count, seed) }
        // A string that is not in one piece is put into one.
        self.bits = bits ?? Checksum.of(Array(key.utf8), seed: seed)
    }

    /// For the table within a shard.
    var tag: UInt32 { UInt32(truncatingIfNeeded: bits) }

    /// One of `count`, a power of two.
    func shard(of count: Int) -> Int { Int(truncatingIfNeeded: bits >> 32) & (count - 1) }
}
