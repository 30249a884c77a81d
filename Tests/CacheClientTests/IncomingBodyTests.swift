import Logs
import Testing
import Wire

@testable import CacheClient

@Suite struct IncomingBodyTests {
    private func take(_ body: inout IncomingBody, _ piece: [UInt8], at moment: Int64) -> Bool {
        piece.withUnsafeBytes { body.take($0, at: Instant(nanoseconds: moment)) != nil }
    }

    @Test(arguments: [nil, 0, 3, 5, 1 << 40])
    func `joins pieces with their arrival times, regardless of the announced length`(length: Int?) {
        var body = IncomingBody()
        body.expect(length, atMost: 100)
        #expect(take(&body, [1, 2, 3], at: 10) && take(&body, [4, 5], at: 20))
        #expect(body.bytes == [1, 2, 3, 4, 5])
        let moments = [(10, 3), (20, 5)].map {
            ExchangeRecord.Progress(at: Instant(nanoseconds: $0.0), bytes: $0.1)
        }
        #expect(body.samples == moments)
    }

    @Test func `rejects a piece beyond the limit as a whole`() {
        var body = IncomingBody()
        body.expect(nil, atMost: 4)
        #expect(take(&body, [1, 2, 3], at: 10))
        #expect(!take(&body, [4, 5], at: 20))
        #expect(body.bytes == [1, 2, 3] && body.samples.count == 1)
        #expect(take(&body, [4], at: 30))
    }

    @Test func `contiguous pieces share one arrival time`() {
        var body = IncomingBody()
        body.expect(nil, atMost: 100)
        var clock: Int64 = 0
        func now() -> Instant {
            clock += 1
            return Instant(nanoseconds: clock)
        }
        let received: [UInt8] = [1, 2, 3, 4, 5, 6]
        let moments = received.withUnsafeBytes { all in
            [0..<2, 2..<3, 3..<5, 0..<1, 5..<6].map { piece in
                body.take(UnsafeRawBufferPointer(rebasing: all[piece]), at: now())?.nanoseconds
            }
        }
        #expect(moments == [1, 1, 1, 2, 3])
        #expect(body.bytes == [1, 2, 3, 4, 5, 1, 6])
        #expect(body.samples.map(\.bytes) == [2, 3, 5, 6, 7])
    }
}
