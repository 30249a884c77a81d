import Glibc

/// Buffers that the image libraries allocate or fill.
enum LibraryBuffer {
    /// What the libraries' longest message takes.
    private static let messageLength = 200

    /// Copies a buffer of malloc's into an array and frees it.
    static func taking(_ start: UnsafeMutablePointer<UInt8>?, count: Int) -> [UInt8] {
        defer { free(start) }
        return [UInt8](UnsafeBufferPointer(start: start, count: count))
    }

    /// Runs one call that leaves its reason in a buffer where it fails.
    static func withMessage<Value>(
        _ body: (UnsafeMutablePointer<CChar>) -> Value
    ) -> (value: Value, reason: String) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: messageLength) { buffer in
            buffer.initialize(repeating: 0)
            let start = buffer.baseAddress.unsafelyUnwrapped
            let value = body(start)
            return (value, String(cString: start))
        }
    }
}
