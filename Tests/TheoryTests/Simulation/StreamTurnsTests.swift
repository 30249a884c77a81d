import Testing
import Wire

@testable import Theory

@Suite struct StreamTurnsTests {
    private func setting(stream: Int = 1 << 20, connection: Int = 1 << 20) -> SimulatedMultiplexing {
        var setting = SimulatedMultiplexing()
        setting.frameBytes = 1000
        setting.streamWindow = stream
        setting.connectionWindow = connection
        return setting
    }

    private func frames(_ turns: inout StreamTurns) -> [StreamTurns.Frame] {
        var frames: [StreamTurns.Frame] = []
        while let frame = turns.next() { frames.append(frame) }
        return frames
    }

    @Test func `response heads go first, then each body sends one frame in turn`() {
        var turns = StreamTurns(setting())
        var heads = HeadTable(setting())
        for (fetch, body) in [(1, 2500), (2, 1000), (3, 0)] {
            let head = heads.bytes(of: SimulatedFetch(headerBytes: 100, bodyBytes: body), at: .zero)
            turns.add(fetch, head: head, body: body)
        }
        let made = frames(&turns)
        #expect(made.map(\.fetch) == [1, 2, 3, 1, 2, 1, 1])
        #expect(made.map(\.payload) == [0, 0, 0, 1000, 1000, 1000, 500])
        #expect(made.map(\.isLast) == [false, false, true, false, true, false, true])
        #expect(made[3].bytes == 1009)
        // A head that repeats another is encoded in less.
        #expect(made[1].bytes < made[0].bytes)
    }

    @Test func `a head of known size takes that size`() {
        var turns = StreamTurns(setting())
        turns.add(1, head: 69, body: 0)
        turns.add(2, head: 37, body: 0)
        #expect(frames(&turns).map(\.bytes) == [69, 37])
    }

    @Test func `a new stream goes before those that have sent a frame`() {
        var turns = StreamTurns(setting())
        turns.add(1, head: 10, body: 3000)
        _ = (turns.next(), turns.next())
        turns.add(2, head: 10, body: 2000)
        #expect(frames(&turns).map(\.fetch) == [2, 2, 1, 2, 1])
    }

    @Test func `an exhausted stream window blocks only that stream`() {
        var turns = StreamTurns(setting(stream: 1500))
        turns.add(1, head: 10, body: 3000)
        turns.add(2, head: 10, body: 1000)
        #expect(frames(&turns).map(\.payload) == [0, 0, 1000, 1000, 500])
        turns.widen(2, by: 1000)
        #expect(turns.next() == nil)
        turns.widen(1, by: 1200)
        #expect(frames(&turns).map(\.payload) == [1000, 200])
    }

    /// The first one's last frame was long, so that it comes back behind the other.
    @Test func `an unblocked stream rejoins at the others' position, after its last frame`() {
        var turns = StreamTurns(setting(stream: 3000))
        turns.add(1, head: 10, body: 5000)
        turns.add(2, head: 10, body: 3000)
        _ = (turns.next(), turns.next())
        #expect((0..<5).map { _ in turns.next()?.fetch } == [1, 2, 1, 2, 1])
        #expect(turns.next()?.fetch == 2 && turns.next() == nil)
        turns.add(3, head: 10, body: 3000)
        turns.widen(1, by: 3000)
        #expect(frames(&turns).map(\.fetch) == [3, 3, 1, 3, 1, 3])
    }

    @Test func `an exhausted connection window blocks all streams`() {
        var turns = StreamTurns(setting(connection: 1500))
        turns.add(1, head: 10, body: 3000)
        turns.add(2, head: 10, body: 3000)
        #expect(frames(&turns).map(\.payload) == [0, 0, 1000, 500])
        turns.widen(nil, by: 2000)
        // The second has had less.
        #expect(frames(&turns).map(\.fetch) == [2, 1])
    }

    @Test func `a client updates a window when half of it is used, unless the stream has ended`() {
        var credit = StreamCredit(setting(stream: 2000, connection: 3000))
        func frame(_ fetch: Int, _ payload: Int, isLast: Bool = false) -> StreamTurns.Frame {
            StreamTurns.Frame(fetch: fetch, bytes: payload + 9, payload: payload, isLast: isLast)
        }
        #expect(credit.take(frame(1, 0)) == [])
        #expect(credit.take(frame(1, 900)) == [])
        #expect(
            credit.take(frame(1, 700)) == [.init(fetch: nil, bytes: 1600), .init(fetch: 1, bytes: 1600)]
        )
        #expect(credit.take(frame(2, 1200, isLast: true)) == [])
        #expect(credit.take(frame(1, 300)) == [.init(fetch: nil, bytes: 1500)])
    }
}
