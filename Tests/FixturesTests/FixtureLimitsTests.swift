import Fixtures
import Testing
import Wire

@Suite struct FixtureLimitsTests {
    @Test(
        arguments: ImageKind.allCases.map { FixtureLimits($0) } + [FixtureLimits(.jpeg, isProgressive: true)]
    )
    func `sizes within the reported limits work, sizes outside are rejected, and the usual size lies within`(
        _ limits: FixtureLimits
    ) throws {
        let step = limits.isEven ? 2 : 1
        for width in [1, 2, 15, 16, 17, 640, 4000, 16_383] {
            for height in [1, 3, 16, 31, 480, 2001] {
                let pixels = PixelSize(width: width, height: height)
                let sizes = limits.sizes(pixels)
                func shape(_ bytes: Int) throws(ImageError) -> FixtureShape {
                    try FixtureShape(
                        limits.kind,
                        .both(pixels, bytes: bytes),
                        isProgressive: limits.isProgressive
                    )
                }
                #expect(sizes.contains(limits.usual(pixels)))
                for bytes in [sizes.lowerBound, limits.usual(pixels), sizes.upperBound] {
                    #expect(try shape(bytes).bytes == bytes)
                }
                for bytes in [sizes.lowerBound - step, sizes.upperBound + step] {
                    #expect(throws: ImageError.self) { try shape(bytes) }
                }
                #expect(
                    limits.sizes.lowerBound <= sizes.lowerBound && limits.sizes.upperBound == sizes.upperBound
                )
            }
        }
    }
}
