/// Bytes of HTTP/2 clients after their preface.
enum HTTP2Seeds {
    private static let settings = frame(4, 0, 0, [0, 4, 0, 1, 0, 0, 0, 9, 0, 0, 0, 1])
    private static let endHeaders: UInt8 = 4
    private static let endStream: UInt8 = 1
    /// GET http /, without an authority, all from the static table.
    private static let plain: [UInt8] = [0x82, 0x86, 0x84]

    static let all: [(String, [UInt8])] = [
        ("get", settings + frame(1, endHeaders | endStream, 1, plain + authority)),
        (
            "post",
            settings + frame(1, endHeaders, 1, [0x83, 0x86, 0x84] + authority) + frame(0, 0, 1, bytes("body"))
                + frame(0, endStream, 1, [])
        ),
        (
            "continued",
            frame(1, endStream, 1, plain) + frame(9, endHeaders, 1, authority)
                + frame(6, 0, 0, bytes("pingping"))
        ),
        (
            "remembered",
            frame(1, endHeaders | endStream, 1, plain + authority)
                + frame(1, endHeaders | endStream, 3, plain + [0xBE]) + frame(3, 0, 3, [0, 0, 0, 8])
        ),
        (
            "priorities",
            settings + frame(2, 0, 1, [0, 0, 0, 0, 15]) + frame(16, 0, 0, [0, 0, 0, 1] + bytes("u=1, i"))
                + frame(1, endHeaders | endStream | 0x20, 1, [0, 0, 0, 0, 255] + plain)
                + frame(8, 0, 0, [0, 1, 0, 0])
        ),
        ("farewell", settings + frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]) + frame(4, 1, 0, [])),
    ]

    /// `origin`, with indexing.
    private static let authority: [UInt8] = [0x41, 6] + bytes("origin")

    private static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count), kind, flags, 0, 0, 0, stream] + payload
    }
}
