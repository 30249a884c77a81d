import HTTP
import Synchronization
import Testing
import Wire

@testable import Serving

@Suite struct BodyStreamTests {
    private final class Calls: Sendable {
        private let made = Mutex(0)

        var count: Int { made.withLock { $0 } }

        func add() { made.withLock { $0 += 1 } }
    }

    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test func `content is read in order, in pieces of any size`() {
        let stream = BodyStream()
        stream.write(bytes("hello "))
        stream.write(bytes("world"))
        #expect(stream.take(atMost: 4) == .bytes(bytes("hell"), isLast: false))
        #expect(stream.take(atMost: 5) == .bytes(bytes("o wor"), isLast: false))
        #expect(stream.take(atMost: 100) == .bytes(bytes("ld"), isLast: false))
        #expect(stream.take(atMost: 5) == .nothing)
        stream.write(bytes("!"))
        stream.end()
        #expect(stream.take(atMost: 5) == .bytes(bytes("!"), isLast: true))
        #expect(stream.take(atMost: 5) == .end(trailers: HTTPFields()))
        #expect(stream.take(atMost: 5) == .end(trailers: HTTPFields()))
        #expect(stream.written == 12)
    }

    @Test func `trailers follow the last bytes, which are not marked as last`() {
        let stream = BodyStream()
        stream.write(bytes("a"))
        stream.end(trailers: ["T": "1"])
        #expect(stream.take(atMost: 5) == .bytes(bytes("a"), isLast: false))
        #expect(stream.take(atMost: 5) == .end(trailers: ["T": "1"]))
    }

    @Test func `content written before an abort is read first`() {
        let stream = BodyStream()
        stream.write(bytes("a"))
        stream.breakOff()
        stream.end()
        stream.write(bytes("b"))
        #expect(stream.take(atMost: 5) == .bytes(bytes("a"), isLast: false))
        #expect(stream.take(atMost: 5) == .brokenOff)
    }

    @Test func `a writer is blocked at capacity and called back when half of it is read`() {
        let stream = BodyStream(capacity: 10)
        let calls = Calls()
        stream.onRoom { calls.add() }
        stream.write(bytes("123456789"))
        #expect(stream.hasRoom)
        stream.write(bytes("abc"))
        #expect(!stream.hasRoom)
        // The first request for bytes is an event by itself.
        _ = stream.take(atMost: 1)
        #expect(calls.count == 1)
        _ = stream.take(atMost: 5)
        #expect(calls.count == 1 && stream.hasRoom)
        _ = stream.take(atMost: 3)
        #expect(calls.count == 2)
        // A writer that was not refused waits for nothing.
        _ = stream.take(atMost: 3)
        #expect(calls.count == 2)
    }

    @Test func `a reader is called when content or an end appears`() {
        let stream = BodyStream()
        let calls = Calls()
        stream.onContent { calls.add() }
        stream.write([])
        #expect(calls.count == 0)
        stream.write(bytes("a"))
        stream.write(bytes("b"))
        #expect(calls.count == 1)
        _ = stream.take(atMost: 1)
        _ = stream.take(atMost: 1)
        stream.write(bytes("c"))
        #expect(calls.count == 2)
        stream.end()
        #expect(calls.count == 3)
        stream.breakOff()
        #expect(calls.count == 3)
    }

    @Test func `a late listener is called at once`() {
        let (stream, calls) = (BodyStream(), Calls())
        stream.end()
        stream.onContent { calls.add() }
        #expect(calls.count == 1)
        let (other, rooms) = (BodyStream(), Calls())
        #expect(!other.isWanted)
        _ = other.take(atMost: 1)
        #expect(other.isWanted)
        other.onRoom { rooms.add() }
        #expect(rooms.count == 1)
    }

    @Test func `abandoned content is dropped and its writer is called`() {
        let (stream, calls) = (BodyStream(capacity: 1), Calls())
        stream.onRoom { calls.add() }
        stream.write(bytes("abc"))
        stream.abandon()
        stream.abandon()
        #expect(calls.count == 1 && stream.isAbandoned && stream.hasRoom)
        stream.write(bytes("def"))
        #expect(stream.take(atMost: 5) == .nothing)
        #expect(stream.written == 3)
    }

    /// In whatever order events come, bytes leave as they were written.
    @Test(arguments: 1...20) func `random writes and reads lose nothing`(seed: UInt64) {
        var state = seed
        func draw(_ count: UInt64) -> Int {
            state = SplitMix.mixed(state &+ 1)
            return Int(state % count)
        }
        let stream = BodyStream(capacity: 50)
        var (written, taken): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<500 {
            if draw(2) == 0 {
                let piece = (0..<draw(30)).map { _ in UInt8(draw(256)) }
                written += piece
                stream.write(piece)
            } else if case .bytes(let piece, _) = stream.take(atMost: 1 + draw(40)) {
                #expect(!piece.isEmpty)
                taken += piece
            }
        }
        stream.end()
        while case .bytes(let piece, _) = stream.take(atMost: 7) { taken += piece }
        #expect(taken == written)
    }

    @Test func `short pieces are joined and long ones are passed through`() {
        let stream = BodyStream()
        for byte in 0..<5000 { stream.write([UInt8(truncatingIfNeeded: byte)]) }
        stream.write([UInt8](repeating: 1, count: 3000))
        stream.write([2])
        stream.end()
        var pieces: [ArraySlice<UInt8>] = []
        while case .bytes(let piece, _) = stream.take(atMost: .max) { pieces.append(piece) }
        #expect(pieces.map(\.count) == [1024, 1024, 1024, 1024, 904, 3000, 1])
        let expected = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(Array(pieces.joined().prefix(5000)) == expected && stream.written == 8001)
    }
}
