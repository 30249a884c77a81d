import Testing

@testable import HTTP2
@testable import Serving

struct HTTP2OutputQueueTests {
    /// A head of 20 bytes on stream 1, a frame of 10 bytes of data on stream 3, and bytes of no stream
    /// between them.
    private var output: HTTP2Output {
        var output = HTTP2Output()
        output.bytes = (0..<60).map { UInt8($0) }
        output.marks = [
            HTTP2Output.Mark(stream: 1, content: .fields, range: 0..<20, isLast: false),
            HTTP2Output.Mark(stream: 3, content: .data(10), range: 33..<52, isLast: true),
        ]
        return output
    }

    @Test(arguments: 1...60)
    func `bytes are counted once for any split of the writes`(turn: Int) {
        var handout = HTTP2OutputQueue(output)
        var progress: [StreamProgress] = []
        var taken: [UInt8] = []
        while !handout.isSent {
            let front = handout.rest.prefix(turn)
            taken += front
            progress += handout.advance(front.count)
        }
        #expect(taken == output.bytes)
        for (stream, count) in [(Int32(1), 20), (3, 10)] {
            let own = progress.filter { $0.stream == stream }
            #expect(own.reduce(0) { $0 + $1.count } == count)
            #expect(own.map(\.range.count).reduce(0, +) == (stream == 1 ? 20 : 19))
            #expect(own.filter(\.isWhole).count == 1 && own.last?.isWhole == true)
        }
        #expect(progress.last?.isLast == true)
    }

    @Test func `a frame header does not count as data`() {
        var handout = HTTP2OutputQueue(output)
        #expect(handout.advance(42).last?.count == 0)
        let next = handout.advance(3)
        #expect(next.map(\.kind) == [.data] && next.map(\.count) == [3] && next.map(\.isWhole) == [false])
    }

    @Test func `an empty handout is sent`() {
        #expect(HTTP2OutputQueue().isSent)
    }
}
