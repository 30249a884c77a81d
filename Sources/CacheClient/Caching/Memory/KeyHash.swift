internal import CXXHash

/// A key's hash: it selects the shard of a cache and the place in its table.
///
/// XXH3 of the key's bytes under the cache's own seed; it costs a third of the standard library's string
/// hash. The seed is secret, so that nobody can choose colliding keys.
struct KeyHash: Hashable, Sendable {
    private let bits: UInt64

    init(_ key: String, seed: UInt64) {
        let bits = key.utf8.withContiguousStorageIfAvailable { netlab_xxh3($0.baseAddress, $0.count, seed) }
        // Copy a string that is not contiguous.
        self.bits = bits ?? Checksum.of(Array(key.utf8), seed: seed)
    }

    /// For the table within a shard.
    var tag: UInt32 { UInt32(truncatingIfNeeded: bits) }

    /// One of `count`, a power of two.
    func shard(of count: Int) -> Int { Int(truncatingIfNeeded: bits >> 32) & (count - 1) }
}
