import HTTP

/// What HTTP/2 sends of a response, and where it stops. Pure.
struct HTTP2ResponsePlan {
    enum Stop: Equatable {
        /// Before the head.
        case start
        /// Behind the head and so many bytes of content, of which there are more.
        case content(Int)
    }

    private(set) var head: HTTPResponseHead
    private(set) var body: ServedBody
    private(set) var trailers = HTTPFields()
    /// nil where all of it goes.
    private(set) var stop: Stop?
    /// The body's bytes go as they are, and break the connection.
    let isBare: Bool

    /// `request` is nil where there was no head to answer to.
    init(_ response: ServedResponse, to request: HTTPRequestHead?, dates: DateText = DateText()) {
        head = response.head
        body = response.body
        if let date = response.date, !head.fields.has("Date") { head.fields.append("Date", dates.text(date)) }
        isBare = response.framing == .bare
        let hasContent = response.head.allowsContent
        switch response.framing {
        case .length:
            // A 304 may tell the length that a 200 would have; a 204 must not.
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
