import Fixtures
import Testing
import Wire

@Suite struct FixtureShapeTests {
    @Test(arguments: [
        (ImageKind.jpeg, 0, 5, ImageError.emptyPixels(PixelSize(width: 0, height: 5))),
        (.png, 5, -1, .emptyPixels(PixelSize(width: 5, height: -1))),
        (.jpeg, 20_001, 1, .longSide(.jpeg, PixelSize(width: 20_001, height: 1), maximum: 20_000)),
        (.webp, 1, 16_384, .longSide(.webp, PixelSize(width: 1, height: 16_384), maximum: 16_383)),
        (.gif, 20_000, 5001, .largeArea(.gif, PixelSize(width: 20_000, height: 5001), maximum: 100_000_000)),
        (.webp, 8000, 8000, .largeArea(.webp, PixelSize(width: 8000, height: 8000), maximum: 40_000_000)),
    ])
    func `pixel sizes that cannot be encoded are rejected with the limit`(
        kind: ImageKind,
        width: Int,
        height: Int,
        error: ImageError
    ) {
        let pixels = PixelSize(width: width, height: height)
        #expect(throws: error) { try FixtureShape(kind, pixels: pixels) }
        #expect(throws: error) { try FixtureShape(kind, .both(pixels, bytes: 1_000_000)) }
    }

    @Test func `rejects an odd WebP size and a progressive image other than JPEG`() {
        #expect(throws: ImageError.oddSize(.webp, asked: 1001)) { try FixtureShape(.webp, .bytes(1001)) }
        for kind in ImageKind.allCases where kind != .jpeg {
            #expect(throws: ImageError.notProgressive(kind)) {
                try FixtureShape(kind, .bytes(1000), isProgressive: true)
            }
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `omitted pixels or bytes get their usual value`(kind: ImageKind) throws {
        let pixels = PixelSize(width: 400, height: 300)
        let byPixels = try FixtureShape(kind, .pixels(pixels))
        #expect(byPixels.pixels == pixels)
        #expect(try byPixels == FixtureShape(kind, .both(pixels, bytes: FixtureLimits(kind).usual(pixels))))
        let byBytes = try FixtureShape(kind, .bytes(byPixels.bytes))
        #expect(byBytes.pixels.area > 100_000 && byBytes.pixels.area < 140_000)
    }
}
