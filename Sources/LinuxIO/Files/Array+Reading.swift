extension [UInt8] {
    /// Most that is asked for in one call: while the kernel copies, it lets no other thread on this processor (10 MB in one
    /// call are five milliseconds).
    private static let pieceBytes = 64 << 10

    /// As many as `count` bytes in the end. `read` puts what comes next there, so much at most; how many there are so far tells
    /// it where that is. It answers how many they are, 0 at the end.
    init(
        reading count: Int,
        _ read: (_ free: UnsafeMutablePointer<UInt8>?, _ most: Int, _ filled: Int) throws(SystemCallError) ->
            Int
    ) throws(SystemCallError) {
        var failure: SystemCallError?
        self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemCallError) {
                while filled < count {
                    let free = buffer.baseAddress?.advanced(by: filled)
                    let got = try read(free, Swift.min(Self.pieceBytes, count - filled), filled)
                    guard got > 0 else { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
