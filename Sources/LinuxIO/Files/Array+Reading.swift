extension [UInt8] {
    /// Maximum bytes per call. While the kernel copies, no other thread gets this processor (10 MB in one
    /// call take five milliseconds).
    private static let pieceBytes = 64 << 10

    /// Reads up to `count` bytes in total. `read` receives the free memory, its size, and the number of bytes
    /// filled so far. It returns the number of bytes that it read, 0 at the end.
    ///
    /// The memory grows with what comes, beginning with `expected` bytes: a limit of gigabytes costs a small file
    /// no address space, which may be limited.
    init(
        reading count: Int,
        expecting expected: Int = 0,
        _ read: (_ free: UnsafeMutablePointer<UInt8>?, _ most: Int, _ filled: Int) throws(SystemCallError) ->
            Int
    ) throws(SystemCallError) {
        self.init()
        while self.count < count {
            let room = Swift.max(expected - self.count, self.count, Self.pieceBytes)
            let part = try Self.part(of: Swift.min(count - self.count, room), after: self.count, read)
            let isEnd = part.count < Swift.min(count - self.count, room)
            self = isEmpty ? part : self + part
            if isEnd { return }
        }
    }

    /// As many bytes as come, at most `count`, behind those that were read before.
    private static func part(
        of count: Int,
        after before: Int,
        _ read: (_ free: UnsafeMutablePointer<UInt8>?, _ most: Int, _ filled: Int) throws(SystemCallError) ->
            Int
    ) throws(SystemCallError) -> [UInt8] {
        var failure: SystemCallError?
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemCallError) {
                while filled < count {
                    let free = buffer.baseAddress?.advanced(by: filled)
                    let got = try read(free, Swift.min(pieceBytes, count - filled), before + filled)
                    guard got > 0 else { return }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return part
    }
}
