import Fixtures
import Testing
import Wire

@testable import Origin

@Suite struct FixturePlaceTests {
    private static func place(_ target: String) throws -> FixturePlace {
        try FixturePlace(RequestTarget(target), defaultSeed: 47)
    }

    @Test(arguments: [
        ("jpeg/1152812", try FixtureShape(.jpeg, bytes: 1_152_812)),
        ("png/300KiB?seed=7", try FixtureShape(.png, bytes: 307_200)),
        ("webp/1MB?", try FixtureShape(.webp, bytes: 1_000_000)),
        ("jpeg/4000x3000", try FixtureShape(.jpeg, pixels: PixelSize(width: 4000, height: 3000))),
        (
            "jpeg/4000x3000?size=3MB&seed=7&progressive=true",
            try FixtureShape(
                .jpeg,
                bytes: 3_000_000,
                pixels: PixelSize(width: 4000, height: 3000),
                isProgressive: true
            )
        ),
        (
            "gif/10x20?progressive=false&version=3",
            try FixtureShape(.gif, pixels: PixelSize(width: 10, height: 20))
        ),
    ])
    func `the target determines shape, seed and version`(target: String, shape: FixtureShape) throws {
        let place = try Self.place("/fixture/\(target)")
        #expect(place.shape == shape)
        #expect(place.seed == (target.contains("seed=7") ? 7 : 47))
        #expect(place.version == (target.contains("version=3") ? 3 : 1))
    }

    @Test(arguments: [
        ("fixture/giff/1000", FixtureRefusal.kind("giff")), ("fixture/jpeg", .spelling("/fixture/jpeg")),
        ("fixture/jpeg/1/2", .spelling("/fixture/jpeg/1/2")), ("fixture/jpeg/", .size("")),
        ("fixture/jpeg/1e3", .size("1e3")), ("fixture/jpeg/4000x", .size("4000x")),
        ("fixture/jpeg/4000x3000x2", .size("4000x3000x2")), ("fixture/jpeg/-4x3", .size("-4x3")),
        ("fixture/jpeg/9999999999999999999x3", .size("9999999999999999999x3")),
        ("fixture/jpeg/5000?size=5000", .twoSizes), ("fixture/jpeg/5000?sead=7", .parameter("sead")),
        ("fixture/jpeg/5000?seed", .value("seed", "")), ("fixture/jpeg/5000?seed=-7", .value("seed", "-7")),
        ("fixture/jpeg/5000?version=0", .value("version", "0")),
        ("fixture/jpeg/40x30?size=big", .value("size", "big")),
        ("fixture/jpeg/5000?progressive=yes", .value("progressive", "yes")),
        ("fixture/png/5000?progressive=true", .image(.notProgressive(.png))),
        ("fixture/webp/5001", .image(.oddSize(.webp, asked: 5001))),
        ("fixture/png/0x5", .image(.emptyPixels(PixelSize(width: 0, height: 5)))),
        (
            "fixture/jpeg/20001x5",
            .image(.longSide(.jpeg, PixelSize(width: 20_001, height: 5), maximum: 20_000))
        ),
        (
            "fixture/jpeg/20000x5001",
            .image(.largeArea(.jpeg, PixelSize(width: 20_000, height: 5001), maximum: 100_000_000))
        ),
        (
            "fixture/webp/8000x8000",
            .image(.largeArea(.webp, PixelSize(width: 8000, height: 8000), maximum: 40_000_000))
        ),
    ])
    func `an invalid target is refused with the reason`(
        target: String,
        refusal: FixtureRefusal
    ) {
        #expect(throws: refusal) { try Self.place("/" + target) }
        #expect(refusal.description.contains("/fixture/KIND/SIZE"))
    }
}
