internal import COpenSSL
import Wire

/// Where keys, session numbers and cookies come from.
package struct TunnelRandomness: Sendable {
    /// nil: the system.
    private var state: UInt64?

    /// The system's randomness, by OpenSSL.
    package static let system = TunnelRandomness(state: nil)

    /// The same bytes for one seed on every machine. For tests: whoever knows the seed knows the keys.
    package static func seeded(_ seed: UInt64) -> TunnelRandomness {
        TunnelRandomness(state: SplitMix.mixed(seed))
    }

    mutating func bytes(_ count: Int) throws(CryptographyFault) -> [UInt8] {
        guard var state else { return try Self.systemBytes(count) }
        let bytes = (0..<count).map { _ in
            state &+= SplitMix.step
            return UInt8(truncatingIfNeeded: SplitMix.mixed(state) >> 32)
        }
        self.state = state
        return bytes
    }

    mutating func bytes32() throws(CryptographyFault) -> Bytes32 {
        guard let bytes = Bytes32(try bytes(Bytes32.count)) else { throw .library }
        return bytes
    }

    mutating func number() throws(CryptographyFault) -> UInt32 {
        try bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func systemBytes(_ count: Int) throws(CryptographyFault) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = RAND_bytes(buffer.baseAddress, Int32(clamping: count)) == 1 ? count : 0
        }
        try CryptographyFault.check(bytes.count == count)
        return bytes
    }
}
