/// XXH64: tells a damaged entry from a whole one at memory speed. Not a signature: it guards against accidents.
enum Checksum {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// The checksum of `bytes`; what came before is chained in as the seed.
    static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { of($0, seed: seed) }
    }

    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var offset = 0
        var hash: UInt64
        if bytes.count >= 32, let start = bytes.baseAddress {
            // Four lanes in locals and one check for all: this loop is most of the price of a disk hit.
            var lane0 = seed &+ prime1 &+ prime2
            var lane1 = seed &+ prime2
            var lane2 = seed
            var lane3 = seed &- prime1
            while offset <= bytes.count - 32 {
                let stripe = start + offset
                lane0 = round(lane0, word(stripe))
                lane1 = round(lane1, word(stripe + 8))
                lane2 = round(lane2, word(stripe + 16))
                lane3 = round(lane3, word(stripe + 24))
                offset += 32
            }
            hash = rotate(lane0, 1) &+ rotate(lane1, 7) &+ rotate(lane2, 12) &+ rotate(lane3, 18)
            for lane in [lane0, lane1, lane2, lane3] {
                hash = (hash ^ round(0, lane)) &* prime1 &+ prime4
            }
        } else {
            hash = seed &+ prime5
        }
        return finish(hash &+ UInt64(bytes.count), bytes, from: offset)
    }

    /// Mixes in the last bytes, fewer than 32.
    private static func finish(_ start: UInt64, _ bytes: UnsafeRawBufferPointer, from first: Int) -> UInt64 {
        var (hash, offset) = (start, first)
        while offset <= bytes.count - 8 {
            let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            hash = rotate(hash ^ round(0, next), 27) &* prime1 &+ prime4
            offset += 8
        }
        if offset <= bytes.count - 4 {
            let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < bytes.count {
            hash = rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
            offset += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotate(lane &+ input &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ places: UInt64) -> UInt64 {
        word << places | word >> (64 - places)
    }
}
