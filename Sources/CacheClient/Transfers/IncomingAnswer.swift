internal import HTTP
internal import Logs
internal import Wire

/// An answer as it arrives: its head line by line, then its body up to the allowed size. Pure.
struct IncomingAnswer {
    private(set) var head = HeadLines()
    private(set) var body = IncomingBody()
    private let caller: TransferCaller

    /// `caller` sets the maximum size and the number of bytes held before.
    init(to caller: TransferCaller) {
        self.caller = caller
    }

    /// Takes a line of the head; ignores lines after the body. A failure that is returned ends the transfer.
    mutating func take(line: UnsafeRawBufferPointer) -> FetchError? {
        guard body.bytes.isEmpty, head.take(line) else { return nil }
        return judged()
    }

    /// Takes a final head that is parsed already.
    mutating func take(_ parsed: HTTPResponseHead) -> FetchError? {
        head.take(parsed)
        return judged()
    }

    private func judged() -> FetchError? {
        if let failure = tooLong { return failure }
        // A partial body is judged once it is joined to its beginning.
        guard let judge = caller.request.judge, heldBefore == 0 else { return nil }
        let url = caller.request.url
        return judge.failure(of: ResponseHead(url: url, status: head.status, fields: head.fields))
    }

    /// Returns when the piece arrived; nil, without taking it, if it exceeds the allowed size. `length` is
    /// the total size that libcurl expects.
    mutating func take(
        piece: UnsafeRawBufferPointer,
        of length: @autoclosure () -> Int,
        at now: @autoclosure () -> Instant
    ) -> Instant? {
        if body.bytes.isEmpty { body.expect(length(), atMost: room) }
        return body.take(piece, at: now())
    }

    /// Takes a piece that arrived by itself; false if it exceeds the allowed size.
    mutating func take(_ piece: [UInt8], at now: Instant) -> Bool {
        if body.bytes.isEmpty { body.expect(contentLength, atMost: room) }
        return body.take(piece, at: now)
    }

    /// What the head says; nil if it says nothing.
    var contentLength: Int? { head.fields.number("Content-Length").map { Int(clamping: $0) } }

    /// nil before any of the body has arrived.
    func progress(of length: @autoclosure () -> Int) -> TransferProgress? {
        guard !body.bytes.isEmpty else { return nil }
        let length = length()
        return TransferProgress(
            received: heldBefore + body.bytes.count,
            expected: length > 0 ? heldBefore + length : nil
        )
    }

    /// The failure if the body exceeds the allowed size.
    var tooLarge: FetchError {
        FetchError(.tooLarge, "the body is larger than the allowed \(maximumBodySize) bytes")
    }

    /// At the end of a head: fails at once if the announced body is too large.
    private var tooLong: FetchError? {
        guard head.status >= 200, head.status != 204, head.status != 304,
            let length = head.fields.number("Content-Length"), length > room
        else { return nil }
        return FetchError(
            .tooLarge,
            "the body has \(length) bytes, more than the allowed total of \(maximumBodySize)"
        )
    }

    /// Bytes held before, which count only for a partial answer.
    private var heldBefore: Int { head.status == 206 ? caller.request.held : 0 }

    private var maximumBodySize: Int { caller.request.settings.maximumBodySize }

    /// Number of bytes that may still arrive.
    private var room: Int { maximumBodySize - heldBefore }
}
