internal import CXXHash

/// XXH3: tells a damaged entry from a whole one at memory speed. Not a signature: it guards against accidents.
enum Checksum {
    /// The checksum of `bytes`; what came before is chained in as the seed.
    static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { netlab_xxh3($0.baseAddress, $0.count, seed) }
    }
}
