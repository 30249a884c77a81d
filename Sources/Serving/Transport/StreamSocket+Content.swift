import LinuxIO

extension StreamSocket {
    /// Of a file, in bytes: from here on it pays to cork the connection.
    private static let long = 1 << 16

    /// Text, and the content behind it: memory in the same call, a file's range by a call of its own.
    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool
    ) throws(SystemCallError) -> Int {
        switch content {
        case .memory(let bytes): return try send(text, bytes, isLast: isLast)
        case .file(let file, let range) where !text.isEmpty && range.count >= Self.long:
            return try send(text, range, of: file)
        case .file(let file, let range):
            // The text may not be the last: the file's bytes are to share its segment.
            let ofText = text.isEmpty ? 0 : try send(text, [], isLast: false)
            guard ofText == text.count else { return ofText }
            return ofText + (try send(range, of: file))
        }
    }
}
