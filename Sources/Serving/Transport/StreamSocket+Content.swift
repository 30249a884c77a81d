import LinuxIO

extension StreamSocket {
    /// Text, and the content behind it: memory in the same call, a file's range by a call of its own.
    func send(
        _ text: ArraySlice<UInt8>,
        _ content: ServedBody.Piece,
        isLast: Bool
    ) throws(SystemCallError) -> Int {
        switch content {
        case .memory(let bytes): return try send(text, bytes, isLast: isLast)
        case .file(let file, let range):
            // The text may not be the last: the file's bytes are to share its segment.
            let ofText = text.isEmpty ? 0 : try send(text, [], isLast: false)
            guard ofText == text.count else { return ofText }
            return ofText + (try send(range, of: file))
        }
    }
}
