/// What makes each message under one key another one: twelve bytes.
struct PacketNonce: Sendable {
    static let count = 12

    /// The fourth is not used.
    private var words: SIMD4<UInt32>

    /// Four zeroes, then the message's number, least significant byte first.
    init(counter: UInt64) {
        words = [
            0, UInt32(truncatingIfNeeded: counter).littleEndian,
            UInt32(truncatingIfNeeded: counter >> 32).littleEndian, 0,
        ]
    }

    /// nil for any other number of bytes.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        words = .zero
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    }

    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withUnsafePointer(to: words) { words in
            words.withMemoryRebound(to: UInt8.self, capacity: Self.count, body)
        }
    }
}
