internal import HTTP

/// What an answer says before its body comes.
extension Transfer {
    /// What comes after the body is no part of the head.
    func read(header line: UnsafeRawBufferPointer) {
        guard incoming.bytes.isEmpty else { return }
        guard head.take(line) else { return }
        judgeLength()
        // A rest is judged when it is joined to its beginning.
        guard let judge = request.judge, failure == nil, heldBefore == 0 else { return }
        failure = judge.failure(of: ResponseHead(url: request.url, status: head.status, fields: head.fields))
    }

    /// At a head's end: what is said to be too large is not waited for.
    private func judgeLength() {
        guard head.status >= 200, head.status != 204, head.status != 304,
            let length = head.fields.number("Content-Length"), length > room
        else { return }
        let limit = request.settings.maximumBodySize
        failure = FetchError(
            .tooLarge,
            "the body has \(length) bytes, and no more than \(limit) in all are allowed"
        )
    }

    /// What was here before, where the rest of it is what comes.
    var heldBefore: Int { head.status == 206 ? request.held : 0 }

    /// How many bytes may come.
    var room: Int { request.settings.maximumBodySize - heldBefore }
}
