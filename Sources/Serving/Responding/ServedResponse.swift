package import HTTP

/// A response as the responder wants it. The server adds the body's framing if the head does not state it,
/// `Connection` if the connection's fate differs from the version's default, and the date. Responses to HEAD,
/// and those of status 204 and 304, are sent without their body.
package struct ServedResponse: Hashable, Sendable {
    private(set) var message: ServedMessage
    /// The value of `Date` if the head has none of its own; nil leaves it out.
    package var date: HTTPDate?

    package init(
        head: HTTPResponseHead,
        date: HTTPDate? = nil,
        body: ServedBody = ServedBody(),
        framing: BodyFraming = .length,
        interim: [HTTPResponseHead] = [],
        course: ResponseCourse = ResponseCourse()
    ) {
        message = ServedMessage(head, body, framing, interim: interim, course: course)
        self.date = date
    }

    /// A response whose content is made while it is sent. If its length is known, the head states it and the
    /// framing is by length; otherwise it is chunked. Content that breaks off, or is shorter than stated,
    /// ends the connection so that the client notices. A course counts its
    /// pieces and its rate from when the response begins, and marks within the head as after it.
    package init(
        head: HTTPResponseHead,
        date: HTTPDate? = nil,
        stream: BodyStream,
        framing: BodyFraming = .length,
        interim: [HTTPResponseHead] = [],
        course: ResponseCourse = ResponseCourse()
    ) {
        let isUnknown = framing == .length && !head.fields.has("Content-Length")
        message = ServedMessage(
            head,
            ServedBody(),
            live: .stream(stream),
            isUnknown ? .chunked() : framing,
            interim: interim,
            course: course
        )
        self.date = date
    }

    /// A head after which the connection no longer speaks HTTP.
    package init(head: HTTPResponseHead, takeover: ConnectionTakeover) {
        message = ServedMessage(
            head,
            ServedBody(),
            live: .takeover(takeover),
            .untilClose,
            interim: [],
            course: ResponseCourse()
        )
        date = nil
    }

    // Changing it drops the laid-out lines.

    package var head: HTTPResponseHead {
        get { message.head }
        set { message = ServedMessage(newValue, body, live: live, framing, interim: interim, course: course) }
    }

    package var body: ServedBody {
        get { message.body }
        set { message = ServedMessage(head, newValue, framing, interim: interim, course: course) }
    }

    var live: LiveContent? { message.live }

    /// The content that is made while it is sent; nil if all of it is there.
    package var stream: BodyStream? {
        if case .stream(let stream)? = live { stream } else { nil }
    }

    package var framing: BodyFraming {
        get { message.framing }
        set { message = ServedMessage(head, body, live: live, newValue, interim: interim, course: course) }
    }

    /// 1xx heads, such as 103 with early hints, that are sent before everything else. HTTP/1.0 has none.
    package var interim: [HTTPResponseHead] {
        get { message.interim }
        set { message = ServedMessage(head, body, live: live, framing, interim: newValue, course: course) }
    }

    package var course: ResponseCourse {
        get { message.course }
        set { message = ServedMessage(head, body, live: live, framing, interim: interim, course: newValue) }
    }

    /// The same with its head laid out, for a response that is sent again and again.
    package func laidOut() -> ServedResponse {
        var response = self
        response.message = ServedMessage(
            head,
            body,
            live: live,
            framing,
            interim: interim,
            course: course,
            isLaidOut: true
        )
        return response
    }

    /// The lines of a response that is sent the usual way: all at once, to a client that asked for all of it.
    /// nil for any other.
    func usualLines(for request: HTTPRequestHead) -> [UInt8]? {
        guard message.lacksDateOnly, request.version == .http11, request.method == "GET"
        else { return nil }
        return message.lines
    }

    /// A short message in plain text.
    package static func text(_ status: Int, _ text: String) -> ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: status, fields: ["Content-Type": "text/plain; charset=utf-8"]),
            body: ServedBody(text)
        )
    }

    /// A JSON document that is true for now.
    package static func document(_ bytes: [UInt8]) -> ServedResponse {
        let fields: HTTPFields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        return ServedResponse(head: HTTPResponseHead(status: 200, fields: fields), body: ServedBody(bytes))
    }

    /// Raw bytes sent in place of a response. `status` is the status in the exchange's record.
    package static func bare(_ bytes: [UInt8], status: Int = 0) -> ServedResponse {
        ServedResponse(head: HTTPResponseHead(status: status), body: ServedBody(bytes), framing: .bare)
    }
}
