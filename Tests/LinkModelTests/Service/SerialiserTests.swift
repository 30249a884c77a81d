import LinkModel
import Testing
import Wire

@Suite(.timeLimit(.minutes(3)))
struct SerialiserTests {
    /// floor(bits * 10^9 / rate), without overflow.
    private func nanoseconds(_ bits: Int64, at rate: Int64) -> Int64 {
        let product = bits.multipliedFullWidth(by: 1_000_000_000)
        return rate.dividingFullWidth(product).quotient
    }

    @Test(
        arguments: [240_000, 999_983, 2_000_000, 3_000_001, 50_000_000, 999_999_937, 10_000_000_000]
            as [Int64]
    )
    func `a million back-to-back packets take exactly their bits over the rate`(rate: Int64) {
        var serialiser = Serialiser(rateBps: rate)
        let start = Instant(nanoseconds: 123_456_789)
        var bits: Int64 = 0
        var last = start
        var wrong = 0
        for number in 0..<1_000_000 {
            let bytes = 40 + (number &* 7919) % 1461
            let service = serialiser.serve(bytes: bytes, arrivingAt: start)
            bits += Int64(bytes) * 8
            if service.start != last || service.end != start + nanoseconds(bits, at: rate) { wrong += 1 }
            last = service.end
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [2_000_000, 20_000_000, 100_000_000, 1_000_000_000] as [Int64])
    func `the steady rate is exact to one part in a billion`(rate: Int64) {
        var serialiser = Serialiser(rateBps: rate)
        var end = Instant.zero
        let packets = 200_000
        for _ in 0..<packets { end = serialiser.serve(bytes: 1500, arrivingAt: .zero).end }
        let measured = Double(packets * 1500 * 8) / (Double(end.nanoseconds) / 1e9)
        #expect(abs(measured / Double(rate) - 1) < 1e-9)
    }

    @Test func `a held link serves nothing until its hold ends`() {
        var serialiser = Serialiser(rateBps: 8000)
        serialiser.hold(until: Instant(nanoseconds: 5_000_000))
        // A hold that ends earlier changes nothing.
        serialiser.hold(until: Instant(nanoseconds: 4_000_000))
        let held = serialiser.serve(bytes: 1, arrivingAt: .zero)
        #expect(held.start == Instant(nanoseconds: 5_000_000))
        #expect(held.end == Instant(nanoseconds: 6_000_000))
        var unlimited = Serialiser(rateBps: nil)
        unlimited.hold(until: Instant(nanoseconds: 5_000_000))
        #expect(unlimited.serve(bytes: 1, arrivingAt: .zero).end == .zero)
    }

    @Test func `a packet on an idle link is served at once without a rounding carry-over`() {
        var serialiser = Serialiser(rateBps: 3)
        let first = serialiser.serve(bytes: 1, arrivingAt: .zero)
        #expect(first.end == Instant(nanoseconds: 2_666_666_666))
        // Two thirds of a nanosecond are carried over, but only while the line stays busy.
        let idle = serialiser.serve(bytes: 1, arrivingAt: Instant(nanoseconds: 5_000_000_000))
        #expect(idle.start == Instant(nanoseconds: 5_000_000_000))
        #expect(idle.end == Instant(nanoseconds: 7_666_666_666))
        let queued = serialiser.serve(bytes: 1, arrivingAt: Instant(nanoseconds: 5_000_000_001))
        #expect(queued.start == idle.end)
        #expect(queued.end == Instant(nanoseconds: 10_333_333_333))
    }

    @Test func `a full packet at 2 Mbit/s takes 6 ms`() {
        var serialiser = Serialiser(rateBps: 2_000_000)
        let service = serialiser.serve(bytes: 1500, arrivingAt: .zero)
        #expect(service.end == Instant(nanoseconds: 6_000_000))
    }

    @Test func `a link without a rate takes no time`() {
        var serialiser = Serialiser(rateBps: nil)
        for nanoseconds in [0, 5, 5, 9] as [Int64] {
            let at = Instant(nanoseconds: nanoseconds)
            let service = serialiser.serve(bytes: 1500, arrivingAt: at)
            #expect(service.start == at)
            #expect(service.end == at)
        }
    }
}
