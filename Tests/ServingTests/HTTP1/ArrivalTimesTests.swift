import Testing
import Wire

@testable import Serving

@Suite struct ArrivalTimesTests {
    @Test func `bytes have the instant of their arrival`() {
        var arrivals = ArrivalTimes()
        #expect(arrivals.instant(of: 0) == nil)
        for number in 0..<3 { arrivals.note(10, at: Instant(nanoseconds: Int64(number))) }
        #expect([0, 9, 10, 29, 30].map { arrivals.instant(of: $0)?.nanoseconds } == [0, 0, 1, 2, 2])
        arrivals.forget(before: 20)
        #expect([0, 20].map { arrivals.instant(of: $0)?.nanoseconds } == [2, 2])
        arrivals.forget(before: 30)
        #expect(arrivals.instant(of: 29)?.nanoseconds == 2)
    }

    @Test func `instants of consumed bytes are forgotten`() {
        var arrivals = ArrivalTimes()
        for byte in 0..<20_000 {
            arrivals.note(1, at: Instant(nanoseconds: Int64(byte)))
            guard byte % 100 == 99 else { continue }
            #expect(arrivals.instant(of: byte - 50)?.nanoseconds == Int64(byte - 50))
            arrivals.forget(before: byte - 20)
            #expect(arrivals.instant(of: byte - 20)?.nanoseconds == Int64(byte - 20))
            #expect(arrivals.instant(of: 0)?.nanoseconds == Int64(byte - 20))
        }
    }
}
