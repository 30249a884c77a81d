import Serving
import Testing

struct TunnelOpeningTests {
    /// A Client Hello for `a.test`, in records of `size` bytes.
    private static func hello(recordsOf size: Int = 1000) -> [UInt8] {
        let name = [UInt8](Array("a.test".utf8))
        let entry: [UInt8] = [0] + [0, UInt8(name.count)] + name
        let content: [UInt8] = [0, UInt8(entry.count)] + entry
        let extensions: [UInt8] = [0, 0, 0, UInt8(content.count)] + content
        let random = [UInt8](repeating: 7, count: 32)
        let body: [UInt8] =
            [3, 3] + random + [0, 0, 2, 0x13, 1, 1, 0] + [0, UInt8(extensions.count)] + extensions
        let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
        return stride(from: 0, to: message.count, by: size).flatMap { start -> [UInt8] in
            let part = message[start..<min(start + size, message.count)]
            return [0x16, 3, 1, 0, UInt8(part.count)] + part
        }
    }

    @Test(arguments: [1, 10, 1000])
    func `a ClientHello is recognised once complete, across any number of records`(_ size: Int) {
        let bytes = Self.hello(recordsOf: size)
        for count in 0..<bytes.count {
            #expect(TunnelOpening(Array(bytes[..<count]), isEnded: false) == nil)
        }
        #expect(TunnelOpening(bytes, isEnded: false) == .encryption(serverName: "a.test"))
        #expect(TunnelOpening(bytes + [1, 2], isEnded: false) == .encryption(serverName: "a.test"))
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n", TunnelOpening.request), ("M-SEARCH * HTTP/1.1\n", .request),
        ("GET http://a.test/ HTTP/1.0\r\n", .request), ("PRI * HTTP/2.0\r\n", .request),
        ("GET /key\r\n", .other), ("EHLO me\r\n", .other), ("SSH-2.0-x\r\n", .other),
        ("get / HTTP/1.1\r\n", .other),
        ("\u{16}\u{3}\u{9}\u{0}\u{5}", .other), ("\u{0}", .other), (" ", .other),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", .other),
    ])
    func `the first line distinguishes a request from other bytes`(_ text: String, _ opening: TunnelOpening) {
        #expect(TunnelOpening(Array(text.utf8), isEnded: false) == opening)
    }

    @Test(arguments: [
        "", "G", "GET", "GET ", "GET /a HTTP/1.1\r", "PRI * HTT", "\u{16}", "\u{16}\u{3}\u{1}\u{0}",
    ])
    func `a possible beginning waits for more and is not a request at the end`(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(TunnelOpening(bytes, isEnded: false) == nil)
        #expect(TunnelOpening(bytes, isEnded: true) == .other)
        if let first = bytes.first {
            let long = [first] + [UInt8](repeating: UInt8(ascii: "A"), count: TunnelOpening.longest)
            #expect(TunnelOpening(long, isEnded: false) == .other)
        }
    }
}
