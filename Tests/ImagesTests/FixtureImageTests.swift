import Testing

@testable import Images

@Suite struct FixtureImageTests {
    private static func made(
        _ kind: ImageKind,
        _ bytes: Int,
        seed: UInt64 = 47,
        name: String = "a",
        version: Int = 1
    ) throws -> [UInt8] {
        try FixtureImage.make(kind, bytes: bytes, seed: seed, name: name, version: version)
    }

    @Test(arguments: ImageKind.allCases, [1000, 4096, 70_000, 125_724, 310_448, 1_152_812, 10_000_000])
    func `a fixture has exactly the size asked for and decodes`(kind: ImageKind, bytes: Int) throws {
        let fixture = try Self.made(kind, bytes)
        #expect(fixture.count == bytes)
        let image = try ImageDecoder.decode(fixture)
        #expect(image.width >= image.height)
        // Between a smooth photograph and rough noise: not a dot in a heap of padding.
        let bytesPerPixel = Double(bytes) / Double(image.width * image.height)
        #expect(bytesPerPixel > 0.3 && bytesPerPixel < 16)
    }

    @Test(arguments: ImageKind.allCases)
    func `every size from the smallest one on is met`(kind: ImageKind) throws {
        let minimum = FixtureImage.minimum(kind)
        for bytes in minimum...minimum + 70 {
            for seed in UInt64(0)..<8 {
                let fixture = try Self.made(kind, bytes, seed: seed)
                #expect(fixture.count == bytes)
                _ = try ImageDecoder.decode(fixture)
            }
        }
    }

    @Test func `padding over several comments leaves no gap that a comment cannot fill`() throws {
        let identity = FixtureIdentity(.jpeg, bytes: 0, seed: 1, name: "", version: 1)
        let image = PixelBuffer(width: 8, height: 8, samples: [UInt8](repeating: 90, count: 192))
        let encoded = try JPEGCodec.encode(image, quality: 80, subsampling: 1, isCompact: true)
        for extra in [12, 13, 65_537, 65_538, 65_539, 65_541, 65_542, 131_074, 131_077, 131_080] {
            let padded = FixturePadding.pad(encoded, .jpeg, to: encoded.count + extra, identity)
            #expect(padded?.count == encoded.count + extra)
            #expect(try ImageDecoder.decode(padded ?? []) == ImageDecoder.decode(encoded))
        }
        #expect(FixturePadding.pad(encoded, .jpeg, to: encoded.count + 11, identity) == nil)
    }

    @Test(arguments: ImageKind.allCases)
    func `the same arguments give the same bytes and any other gives others`(kind: ImageKind) throws {
        let first = try Self.made(kind, 5000)
        #expect(try first == Self.made(kind, 5000))
        #expect(try first != Self.made(kind, 5000, seed: 48))
        #expect(try first != Self.made(kind, 5000, name: "b"))
        #expect(try first != Self.made(kind, 5000, version: 2))
        let other = try ImageDecoder.decode(Self.made(kind, 5000, seed: 48))
        #expect(try ImageDecoder.decode(first).samples != other.samples)
    }

    @Test(arguments: ImageKind.allCases)
    func `sizes outside the limits are refused with the limit`(kind: ImageKind) {
        let minimum = FixtureImage.minimum(kind)
        for asked in [minimum - 1, 0, -1] {
            #expect(throws: ImageError.tooSmall(kind, asked: asked, minimum: minimum)) {
                try Self.made(kind, asked)
            }
        }
        let asked = FixtureImage.maximum + 1
        #expect(throws: ImageError.tooLarge(kind, asked: asked, maximum: FixtureImage.maximum)) {
            try Self.made(kind, asked)
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `a damaged image is an error and never a jump`(kind: ImageKind) throws {
        let fixture = try Self.made(kind, 3000)
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(fixture.prefix(2000))) }
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(fixture.prefix(20))) }
        #expect(throws: ImageError.self) { try ImageDecoder.decode([]) }
        #expect(throws: ImageError.self) {
            let image = PixelBuffer(width: 70_000, height: 0, samples: [])
            _ =
                kind == .jpeg
                ? try JPEGCodec.encode(image, quality: 80, subsampling: 1, isCompact: false)
                : try PNGCodec.encode(image)
        }
    }
}
