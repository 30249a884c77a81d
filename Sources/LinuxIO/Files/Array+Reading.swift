extension [UInt8] {
    /// Maximum bytes per call. While the kernel copies, no other thread gets this processor (10 MB in one
    /// call take five milliseconds).
    private static let pieceBytes = 64 << 10

    /// Reads up to `count` bytes in total. `read` receives the free memory, its size, and the number of bytes
    /// filled so far. It returns the number of bytes that it read, 0 at the end.
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
