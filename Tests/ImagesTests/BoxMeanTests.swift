import Testing
import Wire

@testable import Images

@Suite struct BoxMeanTests {
    @Test func `every sum of few samples has the mean that a division has`() {
        for count in 1...40 {
            let mean = BoxMean(of: count)
            let wrong = (0...255 * count).first { Int(mean.of(sum: $0)) != ($0 + count / 2) / count }
            #expect(wrong == nil, "of \(count)")
        }
    }

    @Test(arguments: [255, 4096, 46_341, 65_535, 65_536, 65_537, 100_000_000])
    func `so has one of many, whole or just below a half`(count: Int) {
        let mean = BoxMean(of: count)
        for value in 0...255 {
            let halfway = value * count + (count - 1) / 2
            for sum in [value * count, min(halfway, 255 * count), max(0, value * count - count / 2 - 1)] {
                #expect(Int(mean.of(sum: sum)) == (sum + count / 2) / count, "\(sum) of \(count)")
            }
        }
    }

    @Test func `boxes of four sizes are told apart`() {
        // Five columns and rows become two: boxes of 2 and of 3 each way.
        let samples: [UInt8] = (0..<25).flatMap { [$0 * 10, $0, 255] }
        let small = BoxFilter.shrunk(
            PixelBuffer(width: 5, height: 5, samples: samples),
            to: PixelSize(width: 2, height: 2)
        )
        // Means of 0 1 5 6, of 2 3 4 7 8 9, of 10 11 15 16 20 21, and of 12 to 14, 17 to 19 and 22 to 24.
        #expect(small.samples == [30, 3, 255, 55, 6, 255, 155, 16, 255, 180, 18, 255])
    }
}
