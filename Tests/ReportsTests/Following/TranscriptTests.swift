import Reports
import Testing

@Suite struct TranscriptTests {
    private enum Event {
        case client([UInt8]), server([UInt8])
        case clientMisses(Int), serverMisses(Int)
    }

    private static func write(_ events: [Event], _ transcript: some Transcript) -> String {
        var transcript = transcript
        var text: [UInt8] = []
        for event in events {
            switch event {
            case .client(let bytes): text += transcript.receive(bytes.span.bytes, isFromClient: true)
            case .server(let bytes): text += transcript.receive(bytes.span.bytes, isFromClient: false)
            case .clientMisses(let count): text += transcript.miss(count, isFromClient: true)
            case .serverMisses(let count): text += transcript.miss(count, isFromClient: false)
            }
        }
        return String(decoding: text + transcript.finish(), as: UTF8.self)
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let plain = TerminalStyle()

    @Test func `writes text line by line with the speaker's mark, and escapes non-text bytes`() {
        let events: [Event] = [
            .client(Self.bytes("GET / HT")), .client(Self.bytes("TP/1.1\r\n\r\n")),
            .server(Self.bytes("grün\ttab\u{1B}[31m\u{202E}\n") + [0xFF, 0x41, 0x0A]), .serverMisses(1448),
            .server(Self.bytes("no end")), .clientMisses(1), .client(Self.bytes("x\ry")),
        ]
        #expect(
            Self.write(events, TextTranscript(Self.plain)) == #"""
                > GET / HTTP/1.1
                > \#("")
                < grün\ttab\x1b[31m\xe2\x80\xae
                < \xffA
                < [1448 bytes missing]
                < no end
                > [1 byte missing]
                > x\ry

                """#
        )
    }

    @Test func `marks the speaker by colour on a terminal`() {
        let style = TerminalStyle(isColoured: true)
        let text = Self.write([.client([0x61, 0x0A]), .server([0x62, 0x1B])], TextTranscript(style))
        #expect(text == "\u{1B}[33ma\u{1B}[0m\n\u{1B}[32mb\\x1b\u{1B}[0m\n")
    }

    @Test func `breaks overlong lines at the limit`() {
        let long = [UInt8](repeating: 0x61, count: 2 * TextTranscript.longestLine + 1)
        let lines = Self.write([.server(long)], TextTranscript(Self.plain)).split(separator: "\n")
        #expect(lines.map { $0.count - 2 } == [TextTranscript.longestLine, TextTranscript.longestLine, 1])
    }

    @Test func `a hex dump shows offsets within each side's bytes`() {
        let events: [Event] = [
            .client(Self.bytes("GET / HTTP/1.1\r\n")), .client(Self.bytes("ab")), .server([0, 0x7F, 0x80]),
            .clientMisses(0x1000), .client(Self.bytes("c")),
        ]
        #expect(
            Self.write(events, HexTranscript(Self.plain)) == """
                > 00000000  47 45 54 20 2f 20 48 54  54 50 2f 31 2e 31 0d 0a  GET / HTTP/1.1..
                > 00000010  61 62                                             ab
                < 00000000  00 7f 80                                          ...
                > [4096 bytes missing]
                > 00001012  63                                                c

                """
        )
    }

    @Test(arguments: [true, false]) func `raw output is exactly one side's bytes`(_ isOfClient: Bool) {
        let events: [Event] = [.client([1, 2]), .server([3]), .serverMisses(9), .client([4]), .server([10])]
        var transcript = RawTranscript(ofClient: isOfClient)
        var raw: [UInt8] = []
        for event in events {
            switch event {
            case .client(let bytes): raw += transcript.receive(bytes.span.bytes, isFromClient: true)
            case .server(let bytes): raw += transcript.receive(bytes.span.bytes, isFromClient: false)
            case .clientMisses(let count): raw += transcript.miss(count, isFromClient: true)
            case .serverMisses(let count): raw += transcript.miss(count, isFromClient: false)
            }
        }
        #expect(raw + transcript.finish() == (isOfClient ? [1, 2, 4] : [3, 10]))
    }
}
