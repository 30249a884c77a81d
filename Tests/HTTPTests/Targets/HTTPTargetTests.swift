import Testing

@testable import HTTP

@Suite struct HTTPTargetTests {
    @Test(
        arguments: [
            ("GET", "/", .origin("/")), ("GET", "/a?b=c|d", .origin("/a?b=c|d")),
            ("GET", "//a", .origin("//a")),
            ("OPTIONS", "*", .asterisk), ("OPTIONS", "/", .origin("/")), ("GET", "*", nil),
            ("HEAD", "*", nil),
            ("GET", "http://o/a?b", .absolute(scheme: "http", HTTPAuthority(host: "o"), "/a?b")),
            ("GET", "HTTP://o:80", .absolute(scheme: "http", HTTPAuthority(host: "o", port: 80), "")),
            (
                "GET", "https://[::1]:8/",
                .absolute(scheme: "https", HTTPAuthority(host: "[::1]", port: 8), "/")
            ),
            ("GET", "http://o?x=/", .absolute(scheme: "http", HTTPAuthority(host: "o"), "?x=/")),
            ("CONNECT", "o:443", .authority(HTTPAuthority(host: "o", port: 443))),
            ("CONNECT", "[::1]:443", .authority(HTTPAuthority(host: "[::1]", port: 443))),
            ("CONNECT", "o", nil), ("CONNECT", "/", nil), ("CONNECT", "o:", nil), ("CONNECT", ":443", nil),
            ("CONNECT", "http://o:443/", nil), ("CONNECT", "u@o:443", nil),
            ("GET", "o:443", nil), ("GET", "a", nil), ("GET", "", nil), ("GET", "?a", nil),
            ("GET", "/a#b", nil),
            ("GET", "/a b", nil), ("GET", "/\u{7F}", nil), ("GET", "/é", nil), ("GET", "http:///a", nil),
            ("GET", "http://u:p@o/", nil), ("GET", "ftp://o/", nil), ("GET", "http:/o/", nil),
            ("GET", "http://o/#a", nil), ("GET", "http://o:99999/", nil), ("GET", "javascript:alert(1)", nil),
        ] as [(String, String, HTTPTarget?)]
    )
    func `a target has one of four forms`(method: String, text: String, target: HTTPTarget?) {
        #expect(HTTPTarget(parsing: text, method: method) == target)
    }

    @Test(
        arguments: [
            ("example.com", "example.com", nil), ("o:80", "o", 80), ("o:", "o", nil), ("", "", nil),
            (":80", "", 80),
            ("198.18.0.2:8080", "198.18.0.2", 8080), ("[2001:db8::1]", "[2001:db8::1]", nil),
            ("[::1]:443", "[::1]", 443), ("xn--e1a.test", "xn--e1a.test", nil), ("a_b", "a_b", nil),
            ("o:0065535", "o", 65_535), ("[fe80::1%25eth0]", "[fe80::1%25eth0]", nil),
        ] as [(String, String, UInt16?)]
    )
    func `host and port are parsed`(text: String, host: String, port: UInt16?) {
        #expect(HTTPAuthority(parsing: text) == HTTPAuthority(host: host, port: port))
    }

    @Test(arguments: [
        "u@o", "o/", "o?", "o#", "o o", "o:80:80", "o:65536", "o:-1", "o:x", "[::1", "::1", "[::1]x", "[]",
        "[::1]:x",
        "o,p/", "a\\b", "<o>", "\"o\"", "é", "o\0", "[a/b]", "[o]", "[127.0.0.1]", "[+::1]",
        "[::1%a[b]",
    ])
    func `rejects invalid hosts`(text: String) {
        #expect(HTTPAuthority(parsing: text) == nil)
    }

    @Test func `the authority comes from the target, otherwise from Host`() {
        var head = HTTPRequestHead(method: "GET", target: "/", fields: ["Host": "a:1"])
        #expect(head.authority == HTTPAuthority(host: "a", port: 1))
        head.target = "http://b/"
        #expect(head.authority == HTTPAuthority(host: "b"))
        head.method = "CONNECT"
        head.target = "c:443"
        #expect(head.authority == HTTPAuthority(host: "c", port: 443))
        #expect(HTTPRequestHead(method: "GET", target: "/").authority == nil)
    }
}
