import HTTP
import Testing

@testable import Serving

@Suite struct HTTP1StreamedBytesTests {
    private static let head = Array("H\r\n\r\n".utf8)

    /// All output, taken a limited number of bytes at a time, while the content arrives in these pieces.
    private func text(
        _ framing: HTTP1StreamedBytes.Framing,
        _ pieces: [String],
        trailers: HTTPFields? = HTTPFields(),
        atATime: Int
    ) -> (text: String, isWhole: Bool, content: Int) {
        var bytes = HTTP1StreamedBytes(head: Self.head, framing)
        var pieces = pieces[...]
        var taken: [UInt8] = []
        while !bytes.isSent {
            if bytes.wantsContent {
                if let piece = pieces.popFirst() {
                    bytes.add(Array(piece.utf8).prefix(bytes.room))
                } else if let trailers {
                    bytes.end(trailers: trailers)
                } else {
                    bytes.breakOff()
                }
            }
            let front = bytes.front
            let offered = (front.text + front.content).prefix(atATime)
            taken += offered
            bytes.advance(offered.count)
        }
        #expect(bytes.sent == taken.count)
        return (String(decoding: taken, as: UTF8.self), bytes.isWhole, bytes.contentSent)
    }

    private static let sizes = [1, 2, 3, 5, 8, 1000]

    @Test(arguments: sizes) func `chunks follow the pieces, and trailers the last chunk`(atATime: Int) {
        let (text, isWhole, content) = text(
            .chunked,
            ["abc", "defghijklmnopqrstu"],
            trailers: ["T": "1"],
            atATime: atATime
        )
        #expect(text == "H\r\n\r\n3\r\nabc\r\n12\r\ndefghijklmnopqrstu\r\n0\r\nT: 1\r\n\r\n")
        #expect(isWhole && content == 21)
    }

    @Test(arguments: sizes) func `content of a stated length is sent unframed`(atATime: Int) {
        #expect(text(.length(6), ["abc", "def"], atATime: atATime) == ("H\r\n\r\nabcdef", true, 6))
        #expect(text(.length(0), [], atATime: atATime) == ("H\r\n\r\n", true, 0))
        #expect(text(.none, [], atATime: atATime) == ("H\r\n\r\n", true, 0))
        #expect(text(.untilClose, ["abc", "def"], atATime: atATime) == ("H\r\n\r\nabcdef", true, 6))
    }

    @Test(arguments: sizes) func `content that is too short is incomplete, and excess is omitted`(
        atATime: Int
    ) {
        #expect(text(.length(7), ["abc", "def"], atATime: atATime) == ("H\r\n\r\nabcdef", false, 6))
        #expect(text(.length(4), ["abc", "def"], atATime: atATime) == ("H\r\n\r\nabcd", true, 4))
    }

    @Test(arguments: sizes) func `aborted content gets no end`(atATime: Int) {
        let (text, isWhole, _) = text(.chunked, ["abc"], trailers: nil, atATime: atATime)
        #expect(text == "H\r\n\r\n3\r\nabc")
        #expect(!isWhole)
    }

    /// Otherwise the kernel would hold the last bytes back for 200 ms.
    @Test func `a complete message is flushed before its content has ended`() {
        var stated = HTTP1StreamedBytes(head: Array("H\r\n\r\n".utf8), .length(4))
        stated.add(Array("ab".utf8)[...])
        #expect(!stated.endsWithFront(hasMore: true) && stated.endsWithFront(hasMore: false))
        stated.advance(8)
        stated.add(Array("cd".utf8)[...])
        #expect(stated.endsWithFront(hasMore: true))
        var ended = HTTP1StreamedBytes(head: [], .untilClose)
        ended.add(Array("ab".utf8)[...])
        ended.end(trailers: HTTPFields())
        #expect(ended.endsWithFront(hasMore: true))
    }

    @Test func `the end of a chunk is written without waiting`() {
        var bytes = HTTP1StreamedBytes(head: [], .chunked)
        bytes.add(Array("abc".utf8)[...])
        #expect(!bytes.endsWithFront(hasMore: false))
        bytes.advance(6)
        #expect(Array(bytes.front.text) == Array("\r\n".utf8) && bytes.endsWithFront(hasMore: false))
        bytes.advance(1)
        bytes.add(Array("d".utf8)[...])
        #expect(Array(bytes.front.text) == Array("\n1\r\n".utf8))
    }
}
