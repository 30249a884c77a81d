import LinuxIO

extension StreamSocket {
    /// Bytes of a file from which corking the connection pays.
    private static let long = 1 << 16

    /// Sends text and the content after it: memory in the same call, a file's range in a call of its own.
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
            // The text is not the last: the file's bytes are to share its segment.
            let ofText = text.isEmpty ? 0 : try send(text, [], isLast: false)
            guard ofText == text.count else { return ofText }
            return ofText + (try send(range, of: file))
        }
    }
}
