package import HTTP

/// A response as the responder wants it. The server adds what frames the body where the head says nothing, and
/// `Connection` where the connection's fate is not the version's default, and the date. Responses to HEAD, and those of status 204
/// and 304, go without their body.
package struct ServedResponse: Hashable, Sendable {
    private(set) var message: ServedMessage
    /// What `Date` says where the head has none of its own; nil leaves it out.
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

    /// A response whose content is made while it goes. Where its length is known the head tells it, and the framing is by length;
    /// otherwise it is chunked. Content that breaks off, or is shorter than told, ends the connection so that the client knows.
    package init(
        head: HTTPResponseHead,
        date: HTTPDate? = nil,
        stream: BodyStream,
        framing: BodyFraming = .length,
        interim: [HTTPResponseHead] = []
    ) {
        let isUnknown = framing == .length && !head.fields.has("Content-Length")
        message = ServedMessage(
            head,
            ServedBody(),
            live: .stream(stream),
            isUnknown ? .chunked() : framing,
            interim: interim,
            course: ResponseCourse()
        )
        self.date = date
    }

    /// A head behind which the connection is no longer HTTP's.
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

    // What is changed is laid out anew.

    package var head: HTTPResponseHead {
        get { message.head }
        set { message = ServedMessage(newValue, body, live: live, framing, interim: interim, course: course) }
    }

    package var body: ServedBody {
        get { message.body }
        set { message = ServedMessage(head, newValue, framing, interim: interim, course: course) }
    }

    var live: LiveContent? { message.live }

    package var framing: BodyFraming {
        get { message.framing }
        set { message = ServedMessage(head, body, live: live, newValue, interim: interim, course: course) }
    }

    /// Heads of status 1xx, such as 103 with early hints, that go before everything else. HTTP/1.0 knows none.
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

    /// The lines of a response that goes out as most do: all of it at once, to a client that asked for it whole. nil where
    /// there is more to it.
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

    /// Bytes that are no response, sent in place of one. `status` is what the record of the exchange says.
    package static func bare(_ bytes: [UInt8], status: Int = 0) -> ServedResponse {
        ServedResponse(head: HTTPResponseHead(status: status), body: ServedBody(bytes), framing: .bare)
    }
}
