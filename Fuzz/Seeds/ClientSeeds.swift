/// Bytes from servers to clients: HTTP/1, where the last byte chooses the request, and HTTP/2.
enum ClientSeeds {
    static let http1: [(String, [UInt8])] = [
        ("responses", Samples.responses + [4]),
        ("chunked", Samples.chunked + [0]),
        ("head", bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n") + [1]),
        ("connect", bytes("HTTP/1.1 200 OK\r\n\r\nno HTTP") + [2]),
        ("refused", bytes("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno") + [2]),
        ("switched", bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nno HTTP") + [3]),
        ("closed", bytes("HTTP/1.0 200\r\nConnection: close\r\n\r\nto the end") + [0]),
        ("hints", bytes("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 \r\n\r\n") + [0]),
        ("request", bytes("POST\nhttp://a/b?c\nContent-Length\n3\nX\ny\n") + [1]),
    ]

    static let http2: [(String, [UInt8])] = [
        (
            "get",
            settings + frame(1, endHeaders, 1, [ok] + length("2")) + frame(0, endStream, 1, bytes("ab"))
        ),
        (
            "interim",
            settings + frame(1, endHeaders, 3, status("103") + [0, 4] + bytes("link") + [1] + bytes("a"))
                + frame(1, endHeaders, 3, [ok]) + frame(0, 0, 3, bytes("body"))
                + frame(1, endHeaders | endStream, 3, [0, 5] + bytes("x-sum") + [1] + bytes("1"))
        ),
        (
            "tunnel",
            settings + frame(1, endHeaders, 7, [ok]) + frame(0, 0, 7, bytes("no HTTP"))
                + frame(1, endHeaders | endStream, 5, [0x89]) + frame(3, 0, 7, [0, 0, 0, 8])
        ),
        (
            "remembered",
            frame(1, 0, 1, [ok, 0x40, 1] + bytes("x") + [3] + bytes("abc")) + frame(9, endHeaders, 1, [0xBE])
                + frame(1, endHeaders | endStream, 5, [ok, 0xBE])
        ),
        (
            "pushed",
            frame(4, 1, 0, [])
                + frame(5, endHeaders, 1, [0, 0, 0, 2, 0x82, 0x87, 0x84, 0x41, 1] + bytes("a"))
        ),
        (
            "farewell",
            settings + frame(6, 0, 0, bytes("pingping")) + frame(3, 0, 3, [0, 0, 0, 7])
                + frame(8, 0, 0, [0, 1, 0, 0]) + frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, 0])
        ),
    ]

    private static let endHeaders: UInt8 = 4
    private static let endStream: UInt8 = 1
    /// :status 200 from the static table.
    private static let ok: UInt8 = 0x88
    private static let settings = frame(4, 0, 0, [0, 3, 0, 0, 0, 10]) + frame(4, 1, 0, [])

    private static func status(_ text: String) -> [UInt8] { [8, UInt8(text.utf8.count)] + bytes(text) }

    private static func length(_ text: String) -> [UInt8] {
        [0x0F, 13, UInt8(text.utf8.count)] + bytes(text)
    }

    private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count), kind, flags, 0, 0, 0, stream] + payload
    }
}
