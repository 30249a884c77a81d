import HTTP

/// The bytes of one response whose content is still being made, laid out as it arrives. Pure.
struct HTTP1StreamedBytes {
    enum Framing: Equatable {
        /// The head alone.
        case none
        /// Content of a length that the head states.
        case length(Int)
        case chunked
        /// The connection's end ends it.
        case untilClose
    }

    private enum Course {
        case open
        /// The content is complete.
        case whole
        case brokenOff
    }

    /// Bytes of the head.
    let headBytes: Int
    private let framing: Framing
    private var text: ArraySlice<UInt8>
    private var content: ArraySlice<UInt8> = []
    /// Bytes after the content: a chunk's end, and the body's.
    private var tail: [UInt8] = []
    private var course = Course.open
    /// Bytes of content that may still come; nil if the head states no length.
    private var left: Int?
    private(set) var contentSent = 0
    /// Bytes taken, in all.
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

    /// All bytes laid out are sent.
    private var isDrained: Bool { text.isEmpty && content.isEmpty && tail.isEmpty }

    /// Content added now can be sent at once.
    var wantsContent: Bool {
        if case .open = course { content.isEmpty && (text.isEmpty || sent == 0) } else { false }
    }

    /// Nothing more will be sent.
    var isSent: Bool {
        if case .open = course { false } else { isDrained }
    }

    /// True if the message was sent to its own end.
    var isWhole: Bool {
        if case .whole = course { isDrained } else { false }
    }

    /// Bytes of content that may come next.
    var room: Int { left ?? .max }

    /// Call only if content is wanted, with no more than there is room for.
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

    /// The content ends here. If it is shorter than the head states, the body is incomplete.
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

    /// The next bytes: text, and content after it.
    var front: (text: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
        text.isEmpty && content.isEmpty ? (tail[...], []) : (text, content)
    }

    /// Whether nothing follows the front for now, so that the kernel sends it at once. A chunk's end is sent with
    /// what follows it, and alone only if nothing does. `hasMore` if the content has more, or an end: of a message
    /// that is complete without it, nothing follows.
    func endsWithFront(hasMore: Bool) -> Bool {
        guard text.isEmpty && content.isEmpty || tail.isEmpty else { return false }
        if case .open = course { return !hasMore }
        return true
    }

    /// The kernel took `count` bytes of the front.
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
