import Testing

@testable import HTTP

@Suite struct CacheValidationTests {
    private static func stored(_ fields: HTTPFields, request: HTTPFields = [:]) -> StoredResponse {
        StoredResponse(request: request, fields: fields, requestedAt: 1, respondedAt: 2)
    }

    /// RFC 9111, 4.3.1
    @Test(
        arguments: [
            (["ETag": "\"1\""], ["If-None-Match": "\"1\""]),
            (["ETag": "W/\"1\"", "Last-Modified": "d"], ["If-None-Match": "W/\"1\""]),
            (
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
                ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]
            ),
            (["ETag": "", "Last-Modified": "d"], ["If-Modified-Since": "d"]),
            (["ETag": "\"1\r\nX: y\""], ["If-None-Match": "\"1  X: y\""]),
            ([:], [:]),
        ] as [(HTTPFields, HTTPFields)]
    )
    func `a request is validated by entity tag, otherwise by date`(
        fields: HTTPFields,
        conditions: HTTPFields
    ) {
        #expect(CacheRules.conditions(on: Self.stored(fields), for: [:]) == conditions)
    }

    @Test func `a variant is validated for a different request only by its tag`() {
        let fields: HTTPFields = ["Vary": "Accept", "Last-Modified": "d"]
        var held = Self.stored(fields, request: ["Accept": "a"])
        #expect(CacheRules.conditions(on: held, for: ["Accept": "b"]) == [:])
        #expect(CacheRules.conditions(on: held, for: ["Accept": "a"]) == ["If-Modified-Since": "d"])
        held.fields["ETag"] = "\"1\""
        #expect(CacheRules.conditions(on: held, for: ["Accept": "b"]) == ["If-None-Match": "\"1\""])
    }

    /// RFC 9111, 4.3.4
    @Test(
        arguments: [
            (["ETag": "\"1\""], ["ETag": "\"1\""], true),
            (["ETag": "\"1\""], ["ETag": "W/\"1\""], true),
            (["ETag": "\"1\""], ["ETag": "\"2\""], false),
            (["ETag": "\"1\""], [:], true),
            (["ETag": "bare"], ["ETag": "bare"], true),
            (["ETag": "bare"], ["ETag": "other"], false),
            (["Last-Modified": "d"], ["ETag": "\"1\""], false),
            (["Last-Modified": "d"], ["Last-Modified": "d"], true),
            (["Last-Modified": "d"], ["Last-Modified": "e"], false),
            (["ETag": "\"1\"", "Last-Modified": "d"], ["Last-Modified": "e"], true),
        ] as [(HTTPFields, HTTPFields, Bool)]
    )
    func `a 304 confirms only the stored state`(
        held: HTTPFields,
        sent: HTTPFields,
        isConfirmed: Bool
    ) {
        #expect(CacheRules.confirms(sent, Self.stored(held)) == isConfirmed)
    }

    /// RFC 9111, 3.2
    /// RFC 9111, 4.3.5
    @Test(
        arguments: [
            ([:], [:], nil), ([:], ["Content-Length": "5"], nil), ([:], ["Content-Length": "6"], false),
            ([:], ["Content-Length": "x"], false), (["ETag": "\"1\""], ["ETag": "\"1\""], true),
            (["ETag": "\"1\""], ["ETag": "\"2\""], false), (["ETag": "\"1\""], [:], false),
            ([:], ["ETag": "\"1\""], false), (["Last-Modified": "d"], ["Last-Modified": "d"], true),
            (["Last-Modified": "d"], ["Last-Modified": "d", "Content-Length": "6"], false),
            (["Last-Modified": "d"], ["Last-Modified": "e", "Content-Length": "5"], false),
        ] as [(HTTPFields, HTTPFields, Bool?)]
    )
    func `a HEAD response describes the stored state or a different one`(
        held: HTTPFields,
        told: HTTPFields,
        isSame: Bool?
    ) {
        let head = HTTPResponseHead(status: 200, fields: told)
        #expect(CacheRules.describes(head, Self.stored(held), bodyBytes: 5) == isSame)
        let missing = HTTPResponseHead(status: 404, fields: told)
        #expect(CacheRules.describes(missing, Self.stored(held), bodyBytes: 5) == nil)
    }

    @Test func `a 304 updates the fields except those of the content, and resets the age`() {
        let held = Self.stored([
            "Cache-Control": "max-age=1", "Age": "500", "Content-Type": "image/png", "Content-Length": "9",
            "ETag": "\"1\"", "X-Kept": "k", "X-Said": "old", "x-said": "older",
        ])
        var said: HTTPFields = [
            "Cache-Control": "max-age=60", "Content-Type": "text/html", "Content-Length": "0", "X-Hop": "h",
            "Connection": "x-hop", "Keep-Alive": "5", "Date": "d",
        ]
        said.append("X-Said", "new")
        said.append("X-Said", "newer")
        let updated = CacheRules.freshened(
            held,
            by: said,
            request: ["Accept": "a"],
            requestedAt: 7,
            respondedAt: 8
        )
        var expected: HTTPFields = [
            "Content-Type": "image/png", "Content-Length": "9", "ETag": "\"1\"", "X-Kept": "k",
        ]
        for (name, value) in [
            ("Cache-Control", "max-age=60"), ("Date", "d"), ("X-Said", "new"), ("X-Said", "newer"),
        ] { expected.append(name, value) }
        #expect(updated.fields == expected)
        #expect(updated.request == ["Accept": "a"])
        #expect((updated.requestedAt, updated.respondedAt) == (7, 8))
    }

    /// RFC 9111, 3.1
    @Test func `connection fields are not stored`() {
        let came: HTTPFields = [
            "Connection": "close, X-Hop", "X-Hop": "h", "Transfer-Encoding": "chunked", "Upgrade": "h2c",
            "Keep-Alive": "5", "Proxy-Authenticate": "Basic", "TE": "trailers", "ETag": "\"1\"", "Vary": "A",
        ]
        #expect(CacheRules.storable(came) == ["ETag": "\"1\"", "Vary": "A"])
        let plain: HTTPFields = ["ETag": "\"1\"", "Content-Type": "image/jpeg"]
        #expect(CacheRules.storable(plain) == plain)
    }

    /// RFC 9111, 4.4
    @Test(arguments: [
        ("POST", 200, true), ("PUT", 204, true), ("DELETE", 303, true), ("PURGE", 200, true),
        ("POST", 404, false), ("DELETE", 500, false), ("GET", 200, false), ("HEAD", 200, false),
        ("OPTIONS", 200, false), ("TRACE", 200, false),
    ])
    func `unsafe methods that succeed invalidate the stored response`(
        method: String,
        status: Int,
        isInvalid: Bool
    ) {
        #expect(CacheRules.invalidates(method: method, status: status) == isInvalid)
    }
}
