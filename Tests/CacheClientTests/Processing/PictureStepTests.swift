import Images
import Testing
import Wire

@testable import CacheClient

struct PictureStepTests {
    private static func key(_ target: TargetSize?, _ processors: any ImageProcessor...) -> String {
        PictureStep(PictureRequest(url: "a", target: target, processors: processors)).key
    }

    @Test func `a key lists the image and all its steps in order`() {
        let crop = Cropping(width: 3, height: 4)
        let tint = Tinting(red: 1, green: 2, blue: 3)
        #expect(Self.key(nil) == "a")
        #expect(Self.key(nil, crop) == "a@crop3x4")
        #expect(Self.key(nil, crop, tint) == "a@crop3x4|>tint1-2-3-0.5")
        #expect(Self.key(nil, tint, crop) == "a@tint1-2-3-0.5|>crop3x4")
        #expect(Self.key(TargetSize(width: 10, height: 20, scale: 2), crop) == "a@fit20x40|>crop3x4")
        #expect(Self.key(TargetSize(width: 10, height: 20, mode: .fill)) == "a@fill10x20")
    }

    @Test func `a custom cache key is part of the picture's key`() {
        let image = ImageRequest(url: "https://example.com/a?signature=1", cacheKey: "a")
        let step = PictureStep(PictureRequest(image, processors: [Blurring(radius: 2)]))
        #expect(step.key == "a@blur2")
    }

    /// A view without a layout has no size, so nothing is known.
    @Test(
        arguments: [
            (TargetSize(width: 15, height: 10, scale: 2), "30x20"),
            (TargetSize(width: 15, height: 10, scale: 3), "45x30"),
            (TargetSize(width: 10.2, height: 10.9, scale: 1), "11x11"),
            (TargetSize(width: 0, height: 10), nil), (TargetSize(width: 10, height: 0), nil),
            (TargetSize(width: .nan, height: 10), nil), (TargetSize(width: .infinity, height: 1), nil),
            (TargetSize(width: -5, height: -5), nil), (TargetSize(width: 10, height: 10, scale: 0), nil),
        ] as [(TargetSize, String?)]
    )
    func `points are converted to pixels by the scale`(target: TargetSize, pixels: String?) {
        #expect(target.pixels?.description == pixels)
        #expect((target.decoding == .whole) == (pixels == nil))
        #expect((target.identifier == nil) == (pixels == nil))
    }

    @Test func `a step links to its predecessors back to the plain image`() throws {
        let request = PictureRequest(
            url: "a",
            target: TargetSize(width: 5, height: 5),
            processors: [Blurring(radius: 1), Blurring(radius: 2)]
        )
        let last = PictureStep(request)
        let middle = try #require(last.before)
        let first = try #require(middle.before)
        #expect(
            [last, middle, first].map(\.key) == ["a@fit5x5|>blur1|>blur2", "a@fit5x5|>blur1", "a@fit5x5"]
        )
        #expect(first.before == nil)
        #expect(!first.isPlain)
        #expect(PictureStep(PictureRequest(url: "a")).isPlain)
    }
}
