import HTTP

/// Buffers for the loop's thread to write responses with, shared by all of its connections.
final class ResponseWriter {
    /// A body up to this size is copied behind its head, which is faster than a separate piece.
    private static let longestCopy = 4096
    private static let headEnd: [UInt8] = [0x0D, 0x0A]

    let dates = DateText()
    /// The latest text. Its memory is reused.
    private var text: [UInt8] = []
    /// The inputs of its head, and the head's length: many responses in a row have the same.
    private var head: (lines: [UInt8], date: HTTPDate?, count: Int) = ([], nil, 0)

    /// A message that lacks only its date, as sent: text, followed by the content if that is long.
    func write(
        _ message: ServedMessage,
        _ lines: [UInt8],
        at date: HTTPDate?
    ) -> (text: ArraySlice<UInt8>, content: ServedBody.Piece) {
        var text: [UInt8] = []
        swap(&text, &self.text)
        defer { self.text = text }
        if head.count == 0 || head.date != date || head.lines != lines {
            writeHead(lines, date, to: &text)
        } else if text.count > head.count {
            text.removeSubrange(head.count...)
        }
        guard let piece = message.body.pieces.first else { return (text[...], .memory([])) }
        guard case .memory(let bytes) = piece, bytes.count <= Self.longestCopy else {
            return (text[...], piece)
        }
        text += bytes
        return (text[...], .memory([]))
    }

    private func writeHead(_ lines: [UInt8], _ date: HTTPDate?, to text: inout [UInt8]) {
        text.removeAll(keepingCapacity: true)
        text += lines
        if let date { text += dates.line(date) }
        text += Self.headEnd
        head = (lines, date, text.count)
    }
}
