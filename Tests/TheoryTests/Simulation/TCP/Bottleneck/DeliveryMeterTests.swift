import Testing

@testable import Theory

/// Segments of 100 bytes; times in microseconds.
@Suite struct DeliveryMeterTests {
    private var meter = DeliveryMeter()

    private mutating func send(_ number: Int, at now: Int, isFirst: Bool = false, again: Bool = false) {
        meter.sent(number * 100..<number * 100 + 100, again: again, isFirst: isFirst, at: now)
    }

    private mutating func arrived(_ numbers: [Int], least: Int = 10, at now: Int) -> DeliverySample? {
        for number in numbers { meter.arrived(number * 100..<number * 100 + 100) }
        let upTo = (numbers.max() ?? -1) * 100 + 100
        return meter.sample(of: numbers.count, acknowledged: upTo, leastRoundTrip: least, at: now)
    }

    @Test mutating func `the longer of the send and acknowledgement intervals counts`() throws {
        send(0, at: 0, isFirst: true)
        send(1, at: 500)
        // Sent over 0, acknowledged over 1000.
        #expect(
            arrived([0], at: 1000)
                == DeliverySample(
                    delivered: 1,
                    interval: 1000,
                    deliveredBefore: 1,
                    isApplicationLimited: false
                )
        )
        send(2, at: 1000)
        // Its acknowledgement came directly after the other: sent 1000 after the first, acknowledged 10 after
        // 1000.
        let second = try #require(arrived([1, 2], at: 1600))
        #expect(second.delivered == 2 && second.deliveredBefore == 2 && second.interval == 1000)
    }

    @Test mutating func `aggregated acknowledgements use the send interval`() throws {
        send(0, at: 0, isFirst: true)
        for number in 1...4 { send(number, at: number * 1000) }
        _ = arrived([0], at: 5000)
        send(5, at: 5000)
        for number in 6...9 { send(number, at: 5000 + number * 1000) }
        // All at once at 16000: 9 segments over the 14000 from the sending of the first to that of the last.
        let sample = try #require(arrived(Array(1...9), at: 16_000))
        #expect(sample.interval == 14_000 && sample.delivered == 9)
    }

    @Test mutating func `an interval shorter than the minimum round trip gives no rate`() throws {
        send(0, at: 0, isFirst: true)
        let sample = try #require(arrived([0], least: 2000, at: 1999))
        #expect(sample.interval == nil && sample.delivered == 1)
        send(1, at: 3000, isFirst: true)
        #expect(arrived([1], least: 2000, at: 5000)?.interval == 2000)
    }

    @Test mutating func `the latest sent segment decides, even out of order or retransmitted`() throws {
        send(0, at: 0, isFirst: true)
        send(1, at: 10)
        send(2, at: 20)
        #expect(arrived([1], at: 1010)?.deliveredBefore == 1)
        send(0, at: 1020, again: true)
        // The repeated segment knows of the one that had arrived.
        let sample = try #require(arrived([0, 2], at: 2020))
        #expect(sample.deliveredBefore == 2 && sample.delivered == 2 && sample.interval == 1010)
    }

    @Test mutating func `an acknowledgement of no data gives no sample`() {
        send(0, at: 0, isFirst: true)
        #expect(arrived([], at: 1000) == nil)
    }

    @Test mutating func `an application-limited period ends once its data is delivered`() {
        meter.limit(inFlight: 0)
        #expect(meter.isLimited)
        send(0, at: 0, isFirst: true)
        #expect(arrived([0], at: 1000)?.isApplicationLimited == true)
        #expect(!meter.isLimited)
        send(1, at: 1000, isFirst: true)
        send(2, at: 1000)
        meter.limit(inFlight: 2)
        #expect(arrived([1, 2], at: 2000)?.isApplicationLimited == false)
        // As many have arrived as were in flight: one more is needed.
        #expect(meter.isLimited)
    }

    @Test mutating func `thousands of segments are forgotten as they arrive`() throws {
        for number in 0..<5000 {
            send(number, at: number * 100, isFirst: number == 0)
            let sample = try #require(arrived([number], at: number * 100 + 50))
            #expect(sample.delivered == 1 && sample.deliveredBefore == number + 1)
        }
    }
}
