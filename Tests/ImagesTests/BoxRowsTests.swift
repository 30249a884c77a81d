import Testing
import Wire

@testable import Images

@Suite struct BoxRowsTests {
    /// The mean over a pixel's box, in floating point.
    private static func mean(
        _ image: PixelBuffer,
        _ channel: Int,
        _ columns: ClosedRange<Double>,
        _ rows: ClosedRange<Double>
    ) -> Double {
        func share(_ place: Int, _ range: ClosedRange<Double>) -> Double {
            max(0, min(range.upperBound, Double(place + 1)) - max(range.lowerBound, Double(place)))
        }
        var (sum, area) = (0.0, 0.0)
        for row in 0..<image.height {
            for column in 0..<image.width {
                let part = share(row, rows) * share(column, columns)
                sum += part * Double(image.samples[(row * image.width + column) * 3 + channel])
                area += part
            }
        }
        return sum / area
    }

    @Test(arguments: [
        ("5x5", "2x2"), ("7x3", "6x3"), ("3x7", "3x6"), ("20x15", "19x14"), ("16x12", "1x1"),
        ("31x2", "30x1"),
        ("64x48", "7x5"),
    ])
    func `a pixel is the weighted mean of the area that it covers`(from: String, to: String) throws {
        let (source, size) = (try #require(PixelSize(from)), try #require(PixelSize(to)))
        let samples = (0..<source.area * 3).map { UInt8(truncatingIfNeeded: SplitMix.mixed(UInt64($0))) }
        let image = PixelBuffer(width: source.width, height: source.height, samples: samples)
        let small = BoxFilter.shrunk(image, to: size)
        #expect(small.size == size)
        let wide = Double(source.width) / Double(size.width)
        let high = Double(source.height) / Double(size.height)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let columns = Double(column) * wide...Double(column + 1) * wide
                let rows = Double(row) * high...Double(row + 1) * high
                for channel in 0..<3 {
                    let seen = Double(small.samples[(row * size.width + column) * 3 + channel])
                    #expect(abs(seen - Self.mean(image, channel, columns, rows)) < 0.6)
                }
            }
        }
    }

    @Test(arguments: [0, 1, 127, 128, 254, 255] as [UInt8])
    func `a plain colour is unchanged at any size`(value: UInt8) {
        let plain = PixelBuffer(
            width: 97,
            height: 53,
            samples: [UInt8](repeating: value, count: 97 * 53 * 3),
            coverage: [UInt8](repeating: value, count: 97 * 53)
        )
        for side in [1, 2, 3, 31, 50, 51, 52] {
            let small = BoxFilter.shrunk(plain, to: PixelSize(width: side + 44, height: side))
            #expect(small.samples.allSatisfy { $0 == value })
            // Full coverage is not stored.
            #expect(small.coverage?.allSatisfy { $0 == value } ?? (value == 255))
        }
    }
}
