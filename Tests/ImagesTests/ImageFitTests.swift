import Fixtures
import Testing
import Wire

@testable import Images

struct ImageFitTests {
    @Test(arguments: [
        (ImageFit.whole, "4000x3000", "4000x3000"),
        (.longestSide(500), "4000x3000", "500x375"),
        (.longestSide(500), "300x200", "300x200"),
        (.longestSide(0), "4000x3000", "1x1"),
        (.inside(PixelSize(width: 100, height: 300)), "4000x3000", "100x75"),
        (.inside(PixelSize(width: 300, height: 30)), "4000x3000", "40x30"),
        (.inside(PixelSize(width: 5000, height: 5000)), "4000x3000", "4000x3000"),
        (.covering(PixelSize(width: 100, height: 300)), "4000x3000", "400x300"),
        (.covering(PixelSize(width: 300, height: 30)), "4000x3000", "300x225"),
        (.covering(PixelSize(width: 100, height: 5000)), "4000x3000", "4000x3000"),
        (.covering(PixelSize(width: .max, height: 1)), "4000x3000", "4000x3000"),
        (.inside(PixelSize(width: 10, height: 10)), "10000x1", "10x1"),
    ])
    func `an image keeps its aspect ratio and is never enlarged`(fit: ImageFit, size: String, fitted: String)
        throws
    {
        #expect(fit.size(of: try #require(PixelSize(size))).description == fitted)
    }

    @Test func `a rotated image is fitted in its displayed orientation`() throws {
        let pixels = PixelSize(width: 80, height: 40)
        let jpeg = try FixtureImage.make(
            FixtureShape(.jpeg, pixels: pixels),
            seed: 1,
            name: "a",
            version: 1
        )
        let turned = ImageOrientationTests.held(6, isLittle: true, jpeg)
        let box = PixelSize(width: 10, height: 40)
        #expect(try ImageDecoder.decode(jpeg, .inside(box)).size == PixelSize(width: 10, height: 5))
        #expect(try ImageDecoder.decode(turned, .inside(box)).size == PixelSize(width: 10, height: 20))
        #expect(try ImageDecoder.decode(turned, .covering(box)).size == PixelSize(width: 20, height: 40))
    }
}
