import HTTP

/// The bytes of one response whose content is still being made, laid out as it comes. Pure.
struct HTTP1StreamedBytes {
    enum Framing: Equatable {
        /// The head alone.
        case none
        /// Content of a length that the head tells.
        case length(Int)
        case chunked
        /// The connection's end ends it.
        case untilClose
    }

    private enum Course {
        case open
        /// The content is whole.
        case whole
        case brokenOff
    }

    /// Of the head.
    let headBytes: Int
    private let framing: Framing
    private var text: ArraySlice<UInt8>
    private var content: ArraySlice<UInt8> = []
    /// What stands behind the content: a chunk's end, and the body's.
    private var tail: [UInt8] = []
    private var course = Course.open
    /// Content that may still come; nil where the head tells no length.
    private var left: Int?
    private(set) var contentSent = 0
    /// Bytes that were taken, of everything.
    private(set) var sent = 0

    init(head: [UInt8], _ framing: Framing) {
        headBytes = head.count
        text = head[...]
        self.framing = framing
        switch framing {
        case .none: course = .whole
        case .length(let count):
            left = count
            if count == 0 { course = .whole }
        case .chunked, .untilClose: break
        }
    }

    /// All that was laid out has gone.
    private var isDrained: Bool { text.isEmpty && content.isEmpty && tail.isEmpty }

    /// Content that is added now follows at once.
    var wantsContent: Bool {
        if case .open = course { content.isEmpty && (text.isEmpty || sent == 0) } else { false }
    }

    /// Nothing goes any more.
    var isSent: Bool {
        if case .open = course { false } else { isDrained }
    }

    /// True where the message went to its own end.
    var isWhole: Bool {
        if case .whole = course { isDrained } else { false }
    }

    /// How many bytes of content may come next.
    var room: Int { left ?? .max }

    /// Only where content is wanted, and no more than there is room for.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        if framing == .chunked {
            text += tail
            text += HTTP1Chunk.head(size: bytes.count)
            tail = HTTP1Chunk.end
        }
        content = bytes
        guard let left else { return }
        self.left = left - bytes.count
        if left == bytes.count { course = .whole }
    }

    /// The content ends here. Less than the head told is no whole body.
    mutating func end(trailers: HTTPFields) {
        guard case .open = course else { return }
        if let left, left > 0 { return breakOff() }
        course = .whole
        if framing == .chunked { tail += HTTP1Chunk.last(trailers: trailers) }
    }

    mutating func breakOff() {
        guard case .open = course else { return }
        course = .brokenOff
        tail = []
    }

    /// What comes next, as a text and content behind it.
    var front: (text: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
        text.isEmpty && content.isEmpty ? (tail[...], []) : (text, content)
    }

    /// A chunk's end goes with what follows it, and alone only where nothing does.
    var endsWithFront: Bool { text.isEmpty && content.isEmpty || tail.isEmpty }

    /// So many bytes of the front were taken.
    mutating func advance(_ count: Int) {
        sent += count
        guard !(text.isEmpty && content.isEmpty) else {
            tail.removeFirst(count)
            return
        }
        let ofText = min(count, text.count)
        text = text.dropFirst(ofText)
        content = content.dropFirst(count - ofText)
        contentSent += count - ofText
    }
}
