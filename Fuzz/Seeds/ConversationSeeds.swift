/// Conversations of two hosts in turns. The lengths of the turns follow the bytes, as the target reads them.
enum ConversationSeeds {
    static var all: [(String, [UInt8])] {
        [
            ("http1", turns([Samples.requests, Samples.responses])),
            ("chunked", turns([bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Samples.chunked])),
            ("http2", turns([preface + settings + request, settings + response])),
            ("websocket", turns([upgrade, switched, [0x81, 0x82, 1, 2, 3, 4, 9, 9], [0x81, 2, 72, 105]])),
            ("tls12", turns([TLSSeeds.clientRecord, TLSSeeds.serverRecords, [23, 3, 3, 0, 4, 1, 2, 3, 4]])),
            ("connect", turns([connect, bytes("HTTP/1.1 200 OK\r\n\r\n"), TLSSeeds.clientRecord])),
            (
                "upgrade",
                turns([
                    upgrade, bytes("HTTP/1.1 101 S\r\nUpgrade: h2c\r\n\r\n") + settings, preface + settings,
                ])
            ),
            (
                "socks5",
                turns([
                    [5, 1, 0], [5, 0], [5, 1, 0, 3, 1, 97, 0, 80], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
                    Samples.requests,
                ])
            ),
            (
                "socks4",
                turns([[4, 1, 0, 80, 10, 0, 0, 1, 0], [0, 90, 0, 0, 0, 0, 0, 0], Samples.requests])
            ),
            (
                "socks5-reversed",
                turns([
                    [1], [5, 1, 0], [5, 0], [5, 1, 0, 3, 1, 97, 0, 80], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
                    Samples.requests,
                ])
            ),
            (
                "starttls",
                turns([
                    bytes("a STARTTLS\r\n"), bytes("a OK\r\n"), TLSSeeds.clientRecord,
                    TLSSeeds.serverRecords,
                ])
            ),
            ("tls-cut", turns([Array(TLSSeeds.clientRecord.prefix(30)), [], TLSSeeds.serverRecords])),
        ]
    }

    private static let connect = bytes("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
    private static let preface = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    private static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    private static let request: [UInt8] =
        [0, 0, 11, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x84, 0x41, 6] + bytes("origin")
    private static let response: [UInt8] =
        [0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88] + [0, 0, 4, 0, 1, 0, 0, 0, 1] + bytes("body")
    private static let upgrade = bytes(
        "GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    )
    private static let switched = bytes(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    )

    /// A turn is 1 to 256 bytes; the lengths at the end are a turn themselves.
    private static func turns(_ said: [[UInt8]]) -> [UInt8] {
        let lengths = said.map { UInt8(max(1, min(256, $0.count)) - 1) }
        let padded = said.map { $0.isEmpty ? [0] : Array($0.prefix(256)) }
        return padded.flatMap { $0 } + lengths.reversed()
    }
}
