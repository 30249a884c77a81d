import HTTP

/// The bytes of one response, laid out while they are taken: text (the head, chunk framing) followed by
/// content that is not copied. Pure.
struct HTTP1ResponseBytes {
    /// Bytes of the head.
    let headBytes: Int
    private let framing: HTTP1ResponsePlan.Framing
    private var text: ArraySlice<UInt8>
    private var body: BodyCursor
    /// Content between this text and the next.
    private var stretch: Int
    /// The chunk framing is laid out to its end.
    private var isLaidOut: Bool
    /// Bytes that may still be sent before the mark: of content, and in all.
    private var contentLeft = Int.max
    private var bytesLeft = Int.max
    /// Bytes taken, in all.
    private(set) var sent = 0

    init(_ plan: HTTP1ResponsePlan, endingAt mark: ResponseMark?) {
        headBytes = plan.head.count
        framing = plan.framing
        text = plan.head[...]
        body = BodyCursor(plan.body)
        switch framing {
        case .plain: (stretch, isLaidOut) = (plan.body.count, true)
        case .chunked: (stretch, isLaidOut) = (0, false)
        }
        switch mark {
        case .message(let count): bytesLeft = max(0, count)
        case .content(let count):
            // If the content ends before the mark, the message's own end is sent too.
            if count < plan.body.count { contentLeft = max(0, count) }
        case nil: break
        }
        layOut()
    }

    /// Bytes of content taken.
    var contentSent: Int { body.taken }

    var isSent: Bool {
        bytesLeft == 0 || (text.isEmpty && (contentLeft == 0 || (stretch == 0 && isLaidOut)))
    }

    /// True if the message was sent to its own end.
    var isWhole: Bool { text.isEmpty && stretch == 0 && isLaidOut && body.left == 0 }

    /// The next bytes, with at most `open` bytes of content and `turn` bytes in all.
    func front(open: Int, turn: Int) -> (text: ArraySlice<UInt8>, content: ServedBody.Piece) {
        let first = text.prefix(bytesLeft)
        let room = min(turn, bytesLeft) - first.count
        return (first, body.front(atMost: min(room, stretch, open, contentLeft)))
    }

    /// True if nothing would follow this front at once: its short segment need not wait for more.
    func isLast(_ text: ArraySlice<UInt8>, _ content: ServedBody.Piece, open: Int) -> Bool {
        if text.count + content.count == bytesLeft { return true }
        if text.count < self.text.count { return false }
        let isPaused = content.count == open && content.count < stretch
        return isPaused || content.count == contentLeft || (content.count == stretch && isLaidOut)
    }

    /// True if only content is next and `open` bytes of it were sent.
    func hasSentAll(of open: Int) -> Bool { text.isEmpty && body.taken >= open }

    /// The kernel took `count` bytes of the front.
    mutating func advance(_ count: Int) {
        let ofText = min(count, text.count)
        let ofContent = count - ofText
        text = text.dropFirst(ofText)
        body.advance(ofContent)
        stretch -= ofContent
        sent += count
        bytesLeft -= count
        contentLeft -= ofContent
        layOut()
    }

    /// Makes the next text if one is needed.
    private mutating func layOut() {
        let isFirst = sent == 0
        guard !isLaidOut, stretch == 0, isFirst || (text.isEmpty && contentLeft > 0),
            case .chunked(let size, let last) = framing
        else { return }
        stretch = min(size, body.left)
        isLaidOut = stretch == 0
        if !isFirst { text += HTTP1Chunk.end }
        text += isLaidOut ? last : HTTP1Chunk.head(size: stretch)
    }
}
