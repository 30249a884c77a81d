import Testing
import Wire

@testable import Images

struct ScalingTests {
    private static func row(_ values: [UInt8]) -> PixelBuffer {
        PixelBuffer(width: values.count, height: 1, samples: values.flatMap { [$0, $0, $0] })
    }

    private static func reds(_ image: PixelBuffer) -> [UInt8] {
        stride(from: 0, to: image.samples.count, by: 3).map { image.samples[$0] }
    }

    @Test(
        arguments: [
            ([0, 100, 200, 100], 2, [50, 150]),
            ([0, 90, 180], 2, [30, 150]),
            ([0, 200], 4, [0, 50, 150, 200]),
            ([7], 3, [7, 7, 7]),
            ([1, 2, 3], 3, [1, 2, 3]),
            ([0, 255], 1, [128]),
        ] as [([UInt8], Int, [UInt8])]
    )
    func `a sample is the mean of its area or interpolated between neighbours`(
        values: [UInt8],
        width: Int,
        scaled: [UInt8]
    ) {
        let across = Self.row(values).scaled(to: PixelSize(width: width, height: 1))
        #expect(Self.reds(across) == scaled)
        let column = PixelBuffer(width: 1, height: values.count, samples: Self.row(values).samples)
        #expect(Self.reds(column.scaled(to: PixelSize(width: 1, height: width))) == scaled)
    }

    @Test func `a plain colour is unchanged at any size`() {
        let plain = PixelBuffer(
            width: 13,
            height: 7,
            samples: (0..<13 * 7).flatMap { _ in [1, 128, 254] as [UInt8] }
        )
        for (width, height) in [(1, 1), (5, 3), (13, 9), (40, 2), (26, 21)] {
            let scaled = plain.scaled(to: PixelSize(width: width, height: height))
            #expect(scaled.size == PixelSize(width: width, height: height))
            #expect(scaled.samples == (0..<width * height).flatMap { _ in [1, 128, 254] as [UInt8] })
        }
    }

    @Test func `an empty target size returns the image unchanged`() {
        let image = Self.row([1, 2])
        #expect(image.scaled(to: PixelSize(width: 0, height: 5)) == image)
    }
}
