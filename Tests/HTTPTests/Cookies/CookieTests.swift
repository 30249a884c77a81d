import Testing

@testable import HTTP

@Suite struct CookieTests {
    @Test(arguments: [
        ("a=1", "a:1"), ("a=1; b=2", "a:1 b:2"), ("a=1;b=2;", "a:1 b:2"), ("a=1; a=2", "a:1 a:2"),
        (" a = 1 ", "a:1"), ("a=", "a:"), ("a=b=c", "a:b=c"), ("a=\"x\"", "a:\"x\""), ("a", ""), ("=1", ""),
        ("; ;", ""), ("", ""), ("a; b=2", "b:2"), ("a=1, b=2", "a:1, b=2"),
    ])
    func `cookies are parsed`(value: String, expected: String) {
        let read = RequestCookies(["Cookie": value])?.cookies.map { "\($0.name):\($0.value)" }
        #expect(read?.joined(separator: " ") == expected)
    }

    @Test func `the first cookie of a name wins, across several fields`() {
        let cookies = RequestCookies(["Cookie": "a=1", "cookie": "a=2; b=3"])
        #expect(cookies?["a"] == "1")
        #expect(cookies?["b"] == "3")
        #expect(cookies?["A"] == nil)
        #expect(RequestCookies(["Set-Cookie": "a=1"]) == nil)
    }

    @Test func `every attribute is written`() throws {
        var cookie = try #require(SetCookie("id", "a1", domain: "example.com", path: "/x"))
        cookie.expires = HTTPDate(secondsSince1970: 784_111_777)
        cookie.maxAge = 60
        cookie.isSecure = true
        cookie.isHTTPOnly = true
        cookie.sameSite = .lax
        #expect(
            cookie.description
                == "id=a1; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=60; Domain=example.com; "
                + "Path=/x; Secure; HttpOnly; SameSite=Lax"
        )
        #expect(SetCookie("a", "")?.description == "a=")
    }

    @Test(
        arguments: [
            ("", "1", nil, nil), ("a b", "1", nil, nil), ("a=", "1", nil, nil), ("a", "1;2", nil, nil),
            ("a", "1 2", nil, nil), ("a", "1\r\nX: y", nil, nil), ("a", "\"1\"", nil, nil),
            ("a", "1,2", nil, nil),
            ("a", "é", nil, nil), ("é", "1", nil, nil), ("a", "1", "o; Secure", nil), ("a", "1", nil, "/;x"),
            ("a", "1", nil, "/\n"),
        ] as [(String, String, String?, String?)]
    )
    func `rejects values that would break out of an attribute`(
        name: String,
        value: String,
        domain: String?,
        path: String?
    ) {
        #expect(SetCookie(name, value, domain: domain, path: path) == nil)
    }
}
