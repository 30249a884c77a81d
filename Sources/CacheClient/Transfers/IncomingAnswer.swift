internal import HTTP
internal import Logs
internal import Wire

/// An answer as it comes: its head line by line, then its body, no more of it than is allowed. Pure.
struct IncomingAnswer {
    private(set) var head = HeadLines()
    private(set) var body = IncomingBody()
    private let caller: TransferCaller

    /// Its caller says how much may come, and what was here before.
    init(to caller: TransferCaller) {
        self.caller = caller
    }

    /// Takes a line of the head; lines after the body are no part of it. What is returned ends the transfer.
    mutating func take(line: UnsafeRawBufferPointer) -> FetchError? {
        guard body.bytes.isEmpty, head.take(line) else { return nil }
        if let failure = tooLong { return failure }
        // A rest is judged when it is joined to its beginning.
        guard let judge = caller.request.judge, heldBefore == 0 else { return nil }
        let url = caller.request.url
        return judge.failure(of: ResponseHead(url: url, status: head.status, fields: head.fields))
    }

    /// When the piece came; nil, and nothing is taken, where it is more than is allowed. `length` is what libcurl expects in
    /// all.
    mutating func take(
        piece: UnsafeRawBufferPointer,
        of length: @autoclosure () -> Int,
        at now: @autoclosure () -> Instant
    ) -> Instant? {
        if body.bytes.isEmpty { body.expect(length(), atMost: room) }
        return body.take(piece, at: now())
    }

    /// nil before any of the body has arrived.
    func progress(of length: @autoclosure () -> Int) -> TransferProgress? {
        guard !body.bytes.isEmpty else { return nil }
        let length = length()
        return TransferProgress(
            received: heldBefore + body.bytes.count,
            expected: length > 0 ? heldBefore + length : nil
        )
    }

    /// The failure of a body of which more came than is allowed.
    var tooLarge: FetchError {
        FetchError(.tooLarge, "the body is larger than the \(maximumBodySize) bytes that are allowed")
    }

    /// At a head's end: a body that is said to be too large is not waited for.
    private var tooLong: FetchError? {
        guard head.status >= 200, head.status != 204, head.status != 304,
            let length = head.fields.number("Content-Length"), length > room
        else { return nil }
        return FetchError(
            .tooLarge,
            "the body has \(length) bytes, and no more than \(maximumBodySize) in all are allowed"
        )
    }

    /// Counts only where the rest is what comes.
    private var heldBefore: Int { head.status == 206 ? caller.request.held : 0 }

    private var maximumBodySize: Int { caller.request.settings.maximumBodySize }

    /// How many bytes may come.
    private var room: Int { maximumBodySize - heldBefore }
}
