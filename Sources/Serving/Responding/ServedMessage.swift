import HTTP

/// A response's content and course, without its date. A response that is sent again and again is shared,
/// never copied.
final class ServedMessage: Hashable, Sendable {
    let head: HTTPResponseHead
    let body: ServedBody
    /// Replaces a body.
    let live: LiveContent?
    let framing: BodyFraming
    let interim: [HTTPResponseHead]
    let course: ResponseCourse
    /// The head as HTTP/1 sends it, without the server's additions; nil if it is not laid out.
    let lines: [UInt8]?
    /// Laid out, short enough for one turn, with plain framing, and sent all at once: for a client that keeps
    /// the connection only the date is missing.
    let lacksDateOnly: Bool

    init(
        _ head: HTTPResponseHead,
        _ body: ServedBody,
        live: LiveContent? = nil,
        _ framing: BodyFraming,
        interim: [HTTPResponseHead],
        course: ResponseCourse,
        isLaidOut: Bool = false
    ) {
        self.head = head
        self.body = body
        self.live = live
        self.framing = framing
        self.interim = interim
        self.course = course
        lines = isLaidOut ? HTTP1Writer(head).written : nil
        let isPlain =
            course.isPlain && framing == .length && interim.isEmpty && body.pieces.count < 2 && live == nil
        lacksDateOnly =
            isLaidOut && isPlain && body.count <= OutgoingResponse.turn && Self.isComplete(head, body)
    }

    private static func isComplete(_ head: HTTPResponseHead, _ body: ServedBody) -> Bool {
        guard !head.fields.has("Date"), !head.fields.has("Connection") else { return false }
        return head.allowsContent ? head.fields.has("Content-Length") : body.count == 0
    }

    static func == (lhs: ServedMessage, rhs: ServedMessage) -> Bool {
        lhs === rhs
            || (lhs.head == rhs.head && lhs.body == rhs.body && lhs.live == rhs.live
                && lhs.framing == rhs.framing
                && lhs.interim == rhs.interim && lhs.course == rhs.course)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(body)
        hasher.combine(live)
        hasher.combine(framing)
        hasher.combine(interim)
        hasher.combine(course)
    }
}
