import Testing

@testable import HTTP

/// What a proxy accepts of servers, and what it refuses all the same.
@Suite struct TolerantClientTests {
    /// The outcome for a whole stream of one response.
    private func read(
        _ text: String,
        fields: Int = 256
    ) throws -> (head: HTTPResponseHead?, body: String, oddities: Set<HTTP1Oddity>) {
        var connection = HTTP1ClientConnection(.tolerant, limits: HTTP1Limits(fields: fields))
        _ = try connection.begin(.plain("GET"), .none)
        connection.receive(Array(text.utf8))
        var head: HTTPResponseHead?
        var body = ""
        while let event = try connection.next() {
            if case .head(let read, _) = event { head = read }
            if case .body(let bytes) = event { body += String(decoding: bytes, as: UTF8.self) }
        }
        return (head, body, connection.oddities)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\nX: y\nContent-Length: 2\n\nhi",
        "HTTP/1.1 200 OK\r\nX: y\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 2\r\n\nhi",
    ])
    func `head lines may end in a bare LF`(text: String) throws {
        let (head, body, oddities) = try read(text)
        #expect(head?.fields["X"] == "y" && body == "hi")
        #expect(oddities == [.bareLineFeed])
    }

    @Test func `chunked may be stated twice`() throws {
        for fields in [
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, Chunked",
        ] {
            let (_, body, oddities) = try read("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
            #expect(body == "hi" && oddities == [.repeatedChunked])
        }
    }

    @Test func `a response head may have more fields than a request head`() throws {
        let fields = (0..<300).map { "X-\($0): y\r\n" }.joined()
        let text = "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n"
        let (head, _, oddities) = try read(text, fields: 4096)
        #expect(head?.fields.count == 301 && oddities == [.manyFields])
        #expect(throws: HTTP1Error(.tooManyFields, at: 17 + fields.utf8.count)) {
            try read(text, fields: 300)
        }
    }

    @Test func `an ordinary response reports no oddities, even after an odd one`() throws {
        var connection = HTTP1ClientConnection(.tolerant)
        for (text, odd) in [("HTTP/1.1 204 No\n\n", 1), ("HTTP/1.1 204 No\r\n\r\n", 0)] {
            _ = try connection.begin(.plain("GET"), .none)
            connection.receive(Array(text.utf8))
            while try connection.next() != nil {}
            #expect(connection.oddities.count == odd)
        }
    }

    @Test(arguments: [
        ("Transfer-Encoding: chunked\r\n\r\n2\nhi\r\n0\r\n\r\n", HTTP1Error.Problem.bareLineFeed),
        ("Transfer-Encoding: chunked\r\n\r\n2\r\nhi\n0\r\n\r\n", .bareLineFeed),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n\n", .bareLineFeed),
        ("Transfer-Encoding: chunked, gzip, chunked\r\n\r\n", .transferEncoding),
        ("Transfer-Encoding: chunked, chunked\r\nContent-Length: 2\r\n\r\nhi", .transferEncoding),
        ("Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", .contentLength),
        ("Content-Length: 2, 2\r\n\r\nhi", .contentLength), ("X: y\n z\r\n\r\n", .foldedField),
        ("X: y\rZ: z\n\n", .fieldValue), ("X : y\n\n", .fieldName),
    ])
    func `rejects an ambiguous head`(lines: String, problem: HTTP1Error.Problem) {
        #expect { try read("HTTP/1.1 200 OK\r\n\(lines)") } throws: {
            ($0 as? HTTP1Error)?.problem == problem
        }
    }
}
