internal import COpenSSL

/// Thirty-two bytes that need no memory of their own: keys and hashes.
struct Bytes32: Hashable, Sendable {
    static let count = 32

    private var words = SIMD4<UInt64>()

    /// Zeroes.
    init() {}

    /// nil for any other number of bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    }

    /// The closure fills in the bytes.
    init<Failure: Error>(filling fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void) throws(Failure)
    {
        try withMutableBytes(fill)
    }

    var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    func withBytes<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var copy = self
        return try copy.withMutableBytes { (bytes) throws(Failure) in try body(bytes) }
    }

    mutating func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeMutablePointer(to: &words) { (words) throws(Failure) in
            try words.withMemoryRebound(to: UInt8.self, capacity: Self.count) { (bytes) throws(Failure) in
                try body(bytes)
            }
        }
    }

    /// Overwrites the bytes with zeroes, which the optimiser may not leave out.
    mutating func wipe() {
        withMutableBytes { OPENSSL_cleanse($0, Self.count) }
    }
}
