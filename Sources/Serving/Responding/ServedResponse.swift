package import HTTP

/// A response as the responder wants it. The server adds what frames the body where the head says nothing, and
/// `Connection` where the connection's fate is not the version's default, and the date. Responses to HEAD, and those of status 204
/// and 304, go without their body.
package struct ServedResponse: Hashable, Sendable {
    package var head: HTTPResponseHead { didSet { headLines = nil } }
    /// What `Date` says where the head has none of its own; nil leaves it out.
    package var date: String?
    package var body: ServedBody
    package var framing: BodyFraming
    /// Heads of status 1xx, such as 103 with early hints, that go before everything else. HTTP/1.0 knows none.
    package var interim: [HTTPResponseHead]
    package var course: ResponseCourse
    /// The head as HTTP/1 sends it, without what the server adds; nil where it is not laid out yet.
    private(set) var headLines: [UInt8]?

    package init(
        head: HTTPResponseHead,
        date: String? = nil,
        body: ServedBody = ServedBody(),
        framing: BodyFraming = .length,
        interim: [HTTPResponseHead] = [],
        course: ResponseCourse = ResponseCourse()
    ) {
        self.head = head
        self.date = date
        self.body = body
        self.framing = framing
        self.interim = interim
        self.course = course
    }

    /// The same with its head laid out, for a response that is sent again and again.
    package consuming func laidOut() -> ServedResponse {
        headLines = HTTP1Writer(head).written
        return self
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
