import Testing

@testable import HTTP

@Suite struct ClientConnectionTests {
    @Test(
        arguments: [
            ("GET", "200 OK\r\nContent-Length: 3\r\n\r\nabc", .length(3), "abc"),
            ("GET", "200 OK\r\nContent-Length: 0\r\n\r\n", .length(0), ""),
            ("GET", "200\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nab\r\n0\r\n\r\n", .chunked, "ab"),
            ("HEAD", "200 OK\r\nContent-Length: 3\r\n\r\n", .none, ""),
            ("HEAD", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .none, ""),
            ("GET", "304 Not Modified\r\nContent-Length: 9\r\n\r\n", .none, ""),
            ("GET", "204 No Content\r\n\r\n", .none, ""),
            ("GET", "204 No Content\r\nContent-Length: 0\r\n\r\n", .none, ""),
            ("CONNECT", "407 No\r\nContent-Length: 2\r\n\r\nno", .length(2), "no"),
        ] as [(String, String, HTTP1Framing, String)]
    )
    func `status, method and fields determine the end of a response and leave the connection ready`(
        method: String,
        text: String,
        framing: HTTP1Framing,
        content: String
    ) {
        let outcome = ClientOutcome(of: "HTTP/1.1 " + text, to: .plain(method))
        #expect(outcome.error == nil)
        #expect(outcome.framing == framing)
        #expect(outcome.text == content)
        #expect(outcome.end?.isComplete == true)
        #expect(outcome.end?.contentBytes == content.utf8.count)
        #expect(outcome.persistence == .ready)
    }

    @Test func `trailers arrive with the end`() {
        let outcome = ClientOutcome(
            of: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nSum: 1\r\n\r\n"
        )
        #expect(outcome.end?.trailers == ["Sum": "1"])
        #expect(outcome.persistence == .ready)
    }

    @Test func `interim heads precede the final head, up to a limit`() {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        let goOn = "HTTP/1.1 100 Continue\r\n\r\n"
        let final = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let limits = HTTP1Limits(interimHeads: 3)
        let outcome = ClientOutcome(of: goOn + hints + hints + final, limits: limits)
        #expect(outcome.interim.map(\.status) == [100, 103, 103])
        #expect(outcome.interim.last?.fields == ["Link": "</a>"])
        #expect(outcome.head?.status == 200)
        #expect(outcome.persistence == .ready)
        let flooded = ClientOutcome(of: goOn + hints + hints + goOn + final, limits: limits)
        #expect(flooded.error == HTTP1Error(.tooManyInterimHeads, at: goOn.utf8.count + 2 * hints.utf8.count))
        #expect(flooded.head == nil)
    }

    @Test(
        arguments: [
            (.upgrading, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"),
            (.plain("CONNECT"), "HTTP/1.1 200 Connected\r\n\r\n"),
            (.plain("CONNECT"), "HTTP/1.1 204 Connected\r\n\r\n"),
            // RFC 9110, 9.3.6: must be ignored.
            (.plain("CONNECT"), "HTTP/1.1 200 Connected\r\nContent-Length: 5\r\n\r\n"),
            (.plain("CONNECT"), "HTTP/1.0 200 Connected\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ] as [(HTTPRequestHead, String)]
    )
    func `a protocol switch hands over all bytes after the head`(request: HTTPRequestHead, text: String) {
        let outcome = ClientOutcome(of: text + "\r\n\0HTTP/1.1 2", to: request, isClosed: true)
        #expect(outcome.error == nil)
        #expect(outcome.switched != nil && outcome.head == nil && outcome.end == nil)
        #expect(outcome.rest == Array("\r\n\0HTTP/1.1 2".utf8))
        #expect(outcome.persistence == .over(.switched))
    }

    @Test(
        arguments: [
            ([:], "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\na", .closedByResponse),
            (
                [:], "HTTP/1.1 200 OK\r\nConnection: x, CLOSE\r\nContent-Length: 1\r\n\r\na",
                .closedByResponse
            ),
            ([:], "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", .oldVersion),
            ([:], "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na", nil),
            ([:], "HTTP/1.1 200 OK\r\n\r\na", .bodyUntilClose),
            (
                ["Connection": "close"], "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
                .closedByRequest
            ),
        ] as [(HTTPFields, String, HTTP1Persistence.Reason?)]
    )
    func `reports why a connection is over`(
        fields: HTTPFields,
        text: String,
        reason: HTTP1Persistence.Reason?
    ) {
        let isClosed = reason == .bodyUntilClose
        let outcome = ClientOutcome(of: text, to: .plain("GET", fields), isClosed: isClosed)
        #expect(outcome.error == nil)
        #expect(outcome.text == "a" && outcome.end?.isComplete == true)
        #expect(outcome.persistence == reason.map { .over($0) } ?? .ready)
    }

    @Test func `consecutive responses are framed by their own requests`() throws {
        var connection = HTTP1ClientConnection()
        for (method, content) in [("HEAD", ""), ("GET", "ab"), ("HEAD", ""), ("GET", "cd")] {
            #expect(connection.persistence == .ready)
            _ = try connection.begin(.plain(method), .none)
            #expect(throws: HTTP1RequestError.notReady(.underWay)) {
                try connection.begin(.plain(), .none)
            }
            connection.receive(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\(content)".utf8))
            var text = ""
            while let event = try connection.next() {
                if case .body(let bytes) = event { text += String(decoding: bytes, as: UTF8.self) }
            }
            #expect(text == content)
        }
        connection.serverClosed()
        #expect(try connection.next() == nil)
        #expect(connection.persistence == .over(.streamEnded))
        #expect(throws: HTTP1RequestError.notReady(.over(.streamEnded))) {
            try connection.begin(.plain(), .none)
        }
    }

    @Test func `an early response does not free the connection before its request is complete`() throws {
        var connection = HTTP1ClientConnection()
        _ = try connection.begin(.plain("POST", ["Expect": "100-continue"]), .length(4))
        connection.receive(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        #expect(try connection.next() == .interim(HTTPResponseHead(status: 100)))
        _ = try connection.frame(3)
        connection.receive(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        while try connection.next() != nil {}
        #expect(connection.persistence == .underWay)
        _ = try connection.frame(1)
        #expect(connection.isRequestFinished)
        #expect(connection.persistence == .ready)
    }

    @Test func `unsolicited bytes before a request or after a response are a fault`() throws {
        var fresh = HTTP1ClientConnection()
        fresh.receive(Array("HTTP/1.1 408 Request Timeout\r\n\r\n".utf8))
        #expect(throws: HTTP1Error(.unaskedBytes, at: 0)) { try fresh.next() }
        #expect(fresh.persistence == .over(.fault(HTTP1Error(.unaskedBytes, at: 0))))
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
        for more in ["b", "\r\n", "HTTP/1.1 200 OK\r\n\r\n"] {
            let outcome = ClientOutcome(of: text + more)
            #expect(outcome.text == "a" && outcome.end?.isComplete == true)
            #expect(outcome.error == HTTP1Error(.unaskedBytes, at: text.utf8.count))
            #expect(outcome.persistence == .over(.fault(HTTP1Error(.unaskedBytes, at: text.utf8.count))))
        }
    }

    @Test func `unread bytes block the next request`() throws {
        var connection = HTTP1ClientConnection()
        connection.receive(Array("x".utf8))
        #expect(throws: HTTP1RequestError.self) { try connection.begin(.plain(), .none) }
    }

    @Test func `distinguishes a close before a response from a close within a response`() throws {
        for (text, problem, hasBegun) in [
            ("", HTTP1Error.Problem.missingResponse, false),
            ("HTTP/1.1 100 Continue\r\n\r\n", .missingResponse, true), ("H", .truncatedHead, true),
            ("HTTP/1.1 200 OK\r\nA", .truncatedHead, true),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", .truncatedBody, true),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", .truncatedBody, true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", .truncatedBody, true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n", .truncatedBody, true),
        ] {
            var connection = HTTP1ClientConnection()
            _ = try connection.begin(.plain(), .none)
            connection.receive(Array(text.utf8))
            while try connection.next() != nil {}
            #expect(connection.hasResponseBegun == hasBegun)
            connection.serverClosed()
            var error: HTTP1Error?
            do throws(HTTP1Error) { while try connection.next() != nil {} } catch let fault { error = fault }
            #expect(error?.problem == problem, "\(text)")
            #expect(error?.problem == .truncatedHead || error?.offset == text.utf8.count, "\(text)")
        }
    }

    /// A megabyte at a time, a gigabyte in all.
    @Test(arguments: [true, false])
    func `a 1 GiB body passes without being buffered`(isChunked: Bool) throws {
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        let pieces = 1024
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(pieces << 20)"
        var connection = HTTP1ClientConnection()
        _ = try connection.begin(.plain(), .none)
        connection.receive(Array("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n".utf8))
        var (passed, end) = (0, HTTP1MessageEnd(body: 0..<0, contentBytes: 0))
        func drain() throws {
            while let event = try connection.next() {
                switch event {
                case .body(let bytes): passed += bytes.count
                case .end(let ended): end = ended
                default: break
                }
            }
            #expect(connection.rest.isEmpty)
        }
        for _ in 0..<pieces {
            if isChunked { connection.receive(HTTP1Chunk.head(size: piece.count)) }
            try drain()
            connection.receive(piece)
            try drain()
            if isChunked { connection.receive(HTTP1Chunk.end) }
            try drain()
        }
        if isChunked { connection.receive(HTTP1Chunk.last()) }
        try drain()
        #expect(passed == pieces << 20 && end.contentBytes == passed && end.isComplete)
        #expect(connection.persistence == .ready)
    }
}
