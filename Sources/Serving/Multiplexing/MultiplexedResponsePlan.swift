import HTTP

/// The parts of a response that HTTP/2 sends, and where it stops. Pure.
struct MultiplexedResponsePlan {
    enum Stop: Equatable {
        /// Before the head.
        case start
        /// After the head and this many bytes of content, which has more.
        case content(Int)
    }

    private(set) var head: HTTPResponseHead
    private(set) var body: ServedBody
    private(set) var trailers = HTTPFields()
    /// nil if all of it is sent.
    private(set) var stop: Stop?
    /// The body's bytes are sent unchanged, and break the connection.
    let isBare: Bool

    /// `request` is nil if there was no head to answer.
    init(_ response: ServedResponse, to request: HTTPRequestHead?, dates: DateText = DateText()) {
        head = response.head
        body = response.body
        if let date = response.date, !head.fields.has("Date") { head.fields.append("Date", dates.text(date)) }
        isBare = response.framing == .bare
        let hasContent = response.head.allowsContent
        switch response.framing {
        case .length:
            // A 304 may state the length that a 200 would have; a 204 must not.
            let isTold = hasContent || (head.status == 304 && body.count > 0)
            if isTold, head.fields["Content-Length"] == nil {
                head.fields.append("Content-Length", String(body.count))
            }
        case .chunked(_, let trailers): self.trailers = hasContent ? trailers : HTTPFields()
        case .untilClose, .bare: break
        }
        if !isBare, !hasContent || request?.method == "HEAD" {
            body = ServedBody()
            trailers = HTTPFields()
        }
        stop =
            switch response.course.ending.mark {
            case .message(0): .start
            case .message: body.count > 0 ? .content(0) : nil
            case .content(let count): count < body.count ? .content(max(0, count)) : nil
            case nil: nil
            }
    }
}
