import Wire

/// Buffers that the image libraries fill.
enum LibraryBuffer {
    /// Size for the libraries' longest message.
    private static let messageLength = 200

    /// Runs one call that writes its reason into a buffer if it fails.
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

    /// Samples for a picture of this size, filled by one call; nil if it fails.
    static func samples(
        _ size: PixelSize,
        channels: Int = 3,
        _ fill: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> [UInt8]? {
        var isDone = false
        let count = size.area * channels
        let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            if let start = buffer.baseAddress { isDone = fill(start) }
            initialised = isDone ? count : 0
        }
        return isDone ? samples : nil
    }
}
