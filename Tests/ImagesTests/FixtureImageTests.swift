import Fixtures
import Synchronization
import Testing
import Wire

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

    private static func made(_ shape: FixtureShape) throws -> [UInt8] {
        try FixtureImage.make(shape, seed: 47, name: "a.b", version: 1)
    }

    @Test(arguments: ImageKind.allCases, [1000, 4096, 70_000, 125_724, 310_448, 1_152_812, 3_000_000])
    func `a fixture has exactly the requested size and decodes`(kind: ImageKind, bytes: Int) throws {
        let fixture = try Self.made(kind, bytes)
        #expect(fixture.count == bytes)
        #expect(ImageDecoder.kind(fixture) == kind)
        let image = try ImageDecoder.decode(fixture)
        #expect(image.width >= image.height)
        // Between a smooth photograph and rough noise, not mostly padding.
        let bytesPerPixel = Double(bytes) / Double(image.width * image.height)
        #expect(bytesPerPixel > 0.3 && bytesPerPixel < 16)
    }

    @Test(arguments: ImageKind.allCases, [0, 1, 100, 1000])
    func `an unwanted image is abandoned`(kind: ImageKind, patience: Int) throws {
        let shape = try FixtureShape(kind, bytes: 1_152_812)
        let asked = Atomic(0)
        #expect(throws: ImageError.unwanted(kind)) {
            try FixtureImage.make(shape, seed: 1, name: "a", version: 1) {
                asked.add(1, ordering: .relaxed).oldValue < patience
            }
        }
        #expect(asked.load(ordering: .relaxed) == patience + 1)
    }

    @Test(arguments: ImageKind.allCases, [false, true])
    func `every size from the smallest up is met exactly`(kind: ImageKind, isProgressive: Bool) throws {
        guard !isProgressive || kind == .jpeg else { return }
        let smallest = FixtureLimits(kind, isProgressive: isProgressive).smallest
        for bytes in stride(from: smallest, through: smallest + 70, by: kind == .webp ? 2 : 1) {
            // The seed matters most if there is hardly any room.
            let turn = UInt64(bytes % 8)
            for seed in bytes < smallest + 8 ? 0..<8 : turn..<turn + 1 {
                let shape = try FixtureShape(kind, bytes: bytes, isProgressive: isProgressive)
                let fixture = try FixtureImage.make(shape, seed: seed, name: "a", version: 1)
                #expect(fixture.count == bytes)
                _ = try ImageDecoder.decode(fixture)
            }
        }
    }

    /// The hardest cases of each format: single pixels, single rows and columns, and sides just off whole
    /// blocks.
    static let pixels: [PixelSize] = [
        (1, 1), (2, 3), (16, 16), (17, 15), (1, 700), (700, 1), (3, 500), (320, 240), (333, 301),
    ].map { PixelSize(width: $0, height: $1) }

    @Test(arguments: pixels, ImageKind.allCases)
    func `a fixture has exactly the requested pixels at small, default and large sizes`(
        pixels: PixelSize,
        kind: ImageKind
    ) throws {
        for isProgressive in kind == .jpeg ? [false, true] : [false] {
            let limits = FixtureLimits(kind, isProgressive: isProgressive)
            let smallest = limits.smallest(pixels)
            for bytes in [smallest, smallest + 2, limits.usual(pixels), smallest + 200_000] {
                let shape = try FixtureShape(kind, bytes: bytes, pixels: pixels, isProgressive: isProgressive)
                let fixture = try Self.made(shape)
                #expect(fixture.count == bytes)
                #expect(try ImageDecoder.decode(fixture).size == pixels)
            }
            #expect(
                throws: ImageError.tooSmall(kind, pixels: pixels, asked: smallest - 2, minimum: smallest)
            ) {
                try FixtureShape(kind, bytes: smallest - 2, pixels: pixels, isProgressive: isProgressive)
            }
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `the smallest sizes hold for large images and any colour`(kind: ImageKind) throws {
        for isProgressive in kind == .jpeg ? [false, true] : [false] {
            let limits = FixtureLimits(kind, isProgressive: isProgressive)
            for (number, sides) in [(2000, 900), (16_000, 40), (2, 16_000), (640, 480)].enumerated() {
                let pixels = PixelSize(width: sides.0, height: sides.1)
                let bytes = limits.smallest(pixels)
                let shape = try FixtureShape(kind, bytes: bytes, pixels: pixels, isProgressive: isProgressive)
                let fixture = try FixtureImage.make(shape, seed: UInt64(number), name: "a", version: 1)
                #expect(fixture.count == bytes)
            }
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `most of a fixture is image data, not padding`(kind: ImageKind) throws {
        let pixels = PixelSize(width: 800, height: 600)
        for bytes in [100_000, 300_000] {
            let shape = try FixtureShape(kind, bytes: bytes, pixels: pixels)
            let fit = FixtureFit(shape, FixtureIdentity(shape, seed: 1, name: "a", version: 1), lines: ["a"])
            let picture = try FixtureImage.picture(shape, fit)
            #expect(picture.count > bytes / 2)
            #expect(picture.count <= bytes - FixturePadding.least(kind))
        }
    }

    @Test func `a progressive JPEG is encoded progressively`() throws {
        /// The frame header's marker shows the compression: C0 is baseline, C2 progressive.
        func frame(_ fixture: [UInt8]) -> UInt8 {
            var place = 2
            while ![0xC0, 0xC2].contains(fixture[place + 1]) {
                place += 2 + Int(fixture[place + 2]) << 8 + Int(fixture[place + 3])
            }
            return fixture[place + 1]
        }
        let pixels = PixelSize(width: 64, height: 48)
        #expect(frame(try Self.made(FixtureShape(.jpeg, pixels: pixels))) == 0xC0)
        #expect(frame(try Self.made(FixtureShape(.jpeg, pixels: pixels, isProgressive: true))) == 0xC2)
    }

    @Test(arguments: ImageKind.allCases)
    func `equal arguments give equal bytes, any different argument other bytes`(kind: ImageKind) throws {
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
        let minimum = FixtureLimits(kind).smallest
        for asked in [minimum - 2, 0, -1] {
            #expect(throws: ImageError.tooSmall(kind, asked: asked, minimum: minimum)) {
                try Self.made(kind, asked)
            }
        }
        let asked = FixtureLimits.largest + 2
        #expect(throws: ImageError.tooLarge(kind, asked: asked, maximum: FixtureLimits.largest)) {
            try Self.made(kind, asked)
        }
    }
}
