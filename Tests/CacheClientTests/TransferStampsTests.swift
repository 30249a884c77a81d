import Logs
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct TransferStampsTests {
    /// In order, with `queued` at 100: connectStart, ready, the request's first and last byte, the response's
    /// first and last byte.
    private static func stamps(_ moments: [Int64?]) -> TransferStamps {
        let at = moments.map { $0.map { Instant(nanoseconds: $0) } } + [nil, nil, nil, nil, nil, nil]
        var stamps = TransferStamps(queued: Instant(nanoseconds: 100))
        stamps.connectStart = at[0]
        stamps.ready = at[1]
        stamps.requestFirstByte = at[2]
        stamps.requestLastByte = at[3]
        stamps.responseFirstByte = at[4]
        stamps.responseLastByte = at[5]
        return stamps
    }

    @Test(arguments: [(0, 20, 0), (15, 5, 15), (20, 0, 20), (25, 0, 20)] as [(Int64, Int64, Int64)])
    func `the TLS handshake is the last part of the connect phase`(took: Int64, connect: Int64, tls: Int64) {
        var stamps = Self.stamps([110, 130, 131, 132, 150, 180])
        stamps.handshake = took
        let phases = stamps.phases(until: Instant(nanoseconds: 200))
        #expect([phases.blocked, phases.connect, phases.tls, phases.request] == [10, connect, tls, 2])
    }

    /// Expected: blocked, connect, request, wait, receive.
    @Test(
        arguments: [
            ([110, 130, 131, 132, 150, 180], [10, 20, 2, 18, 30]),
            ([nil, 125, 126, 126, 150, 150], [26, 0, 0, 24, 0]),
            ([110, nil], [10, 90, 0, 0, 0]),
            ([], [100, 0, 0, 0, 0]),
            ([nil, 120, 121, 121, nil], [21, 0, 0, 79, 0]),
            ([110, 120, 121, 121, 140, nil], [10, 10, 1, 19, 60]),
            ([110, 105, 104, 104, 300, 400], [10, 0, 0, 90, 0]),
        ] as [([Int64?], [Int64])]
    )
    func `each phase ends where the next begins, and all fit within the transfer`(
        moments: [Int64?],
        expected: [Int64]
    ) {
        let phases = Self.stamps(moments).phases(until: Instant(nanoseconds: 200))
        #expect([phases.blocked, phases.connect, phases.request, phases.wait, phases.receive] == expected)
        #expect(expected.reduce(0, +) <= 100)
    }

    @Test func `the name lookup is subtracted from the blocked phase`() {
        var stamps = Self.stamps([150, 160, 161, 161, 170, 180])
        stamps.nameLookup = 30
        #expect(stamps.phases(until: Instant(nanoseconds: 200)).dns == 30)
        #expect(stamps.phases(until: Instant(nanoseconds: 200)).blocked == 20)
        stamps.nameLookup = 300
        #expect(stamps.phases(until: Instant(nanoseconds: 200)).dns == 50)
    }
}
