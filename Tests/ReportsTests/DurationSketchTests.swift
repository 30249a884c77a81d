import Analysis
import Testing
import Wire

@testable import Reports

struct DurationSketchTests {
    private func sketch(_ durations: [Int64]) -> DurationSketch {
        var sketch = DurationSketch()
        for duration in durations { sketch.add(duration) }
        return sketch
    }

    /// Numbers of all magnitudes below 2^62, the same on all machines.
    private static func durations(_ count: Int, seed: UInt64, sizes: ClosedRange<UInt64>) -> [Int64] {
        (0..<UInt64(count)).map { index in
            let drawn = SplitMix.mixed(seed &+ index)
            let bits = sizes.lowerBound + SplitMix.mixed(drawn) % (sizes.upperBound - sizes.lowerBound + 1)
            return Int64(drawn >> (64 - bits))
        }
    }

    @Test func `an empty sketch has no percentiles`() {
        #expect(sketch([]).percentile(50) == nil && sketch([]).least == nil && sketch([]).most == nil)
    }

    @Test(arguments: [1, 2, 3, 99, 100, 101, 255, 256]) func `percentiles of few values are exact`(
        _ count: Int
    ) {
        let durations = Self.durations(count, seed: UInt64(count), sizes: 1...62)
        let (counted, sorted) = (sketch(durations), durations.sorted())
        for percent in 1...100 {
            #expect(counted.percentile(percent) == NearestRank.value(Double(percent), of: sorted))
        }
        #expect(counted.isExact)
    }

    @Test(
        arguments: [
            (257, 1...62), (1000, 20...36), (1000, 30...31), (10_000, 1...8), (50_000, 10...40),
        ] as [(Int, ClosedRange<UInt64>)],
        [1, 2, 3] as [UInt64]
    )
    func `percentiles of many values stay within the stated error`(
        _ load: (count: Int, sizes: ClosedRange<UInt64>),
        _ seed: UInt64
    ) throws {
        let durations = Self.durations(load.count, seed: seed << 32, sizes: load.sizes)
        let (counted, sorted) = (sketch(durations), durations.sorted())
        for percent in [1, 5, 25, 50, 75, 90, 95, 99, 100] {
            let exact = try #require(NearestRank.value(Double(percent), of: sorted))
            let told = try #require(counted.percentile(percent))
            #expect(abs(Double(told - exact)) <= DurationSketch.error / 2 * Double(exact), "\(percent) %")
        }
        #expect(!counted.isExact && counted.count == load.count)
        #expect(counted.least == sorted.first && counted.most == sorted.last)
        #expect(counted.sum == durations.reduce(0, &+) || load.sizes.upperBound > 48)
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 257, 1_000_000_007, .max - 1, .max] as [Int64])
    func `a value shared by all is reported exactly`(_ duration: Int64) {
        let counted = sketch(Array(repeating: duration, count: 1000))
        #expect([1, 50, 99, 100].allSatisfy { counted.percentile($0) == duration })
    }

    @Test func `bucket boundaries lie close to their representative values`() throws {
        for bit in 7..<62 {
            for near in [-1, 0, 1] {
                let duration = Int64(1) << Int64(bit) + Int64(near)
                // Neither the minimum nor the maximum.
                let counted = sketch([0] + Array(repeating: duration, count: 300) + [.max])
                let told = try #require(counted.percentile(50))
                #expect(abs(Double(told - duration)) <= Double(duration) / 256)
            }
        }
    }

    @Test func `negative times and overflowing sums are handled`() {
        var counted = sketch(Array(repeating: .max, count: 300))
        #expect(counted.sum == .max)
        for _ in 0..<600 { counted.add(-5) }
        #expect(counted.least == -5 && counted.most == .max)
        #expect(counted.percentile(50).map { $0 <= 0 } == true)
    }
}
