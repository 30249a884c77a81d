import Fixtures
import Testing
import Wire

@testable import Images

@Suite struct ImageDecoderTests {
    private static func fixture(_ kind: ImageKind, _ width: Int, _ height: Int, isProgressive: Bool = false)
        throws
        -> [UInt8]
    {
        let pixels = PixelSize(width: width, height: height)
        let shape = try FixtureShape(kind, pixels: pixels, isProgressive: isProgressive)
        return try FixtureImage.make(shape, seed: 3, name: "a", version: 1)
    }

    @Test(arguments: ImageKind.allCases)
    func `a truncated image is an error`(kind: ImageKind) throws {
        let fixture = try FixtureImage.make(kind, bytes: 3000, seed: 47, name: "a", version: 1)
        for count in [0, 1, 4, 20, 200, 1000] {
            #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(fixture.prefix(count))) }
        }
    }

    @Test(arguments: ImageKind.allCases, [false, true])
    func `random bit errors give an image or an error`(kind: ImageKind, isProgressive: Bool) throws {
        guard !isProgressive || kind == .jpeg else { return }
        let fixture = try Self.fixture(kind, 40, 30, isProgressive: isProgressive)
        for number in 0..<400 {
            var broken = fixture
            for draw in 0..<1 + number % 4 {
                let bits = SplitMix.mixed(UInt64(number * 8 + draw))
                // Half of the damage is in the headers, where it has the most effect.
                let room = number.isMultiple(of: 2) ? 200 : broken.count
                broken[Int(bits % UInt64(min(room, broken.count)))] = UInt8(bits >> 32 & 0xFF)
            }
            guard let image = try? ImageDecoder.decode(broken, fitting: 16, maximumPixels: 100_000) else {
                continue
            }
            #expect(image.samples.count == image.size.area * 3)
            #expect(image.size.longestSide <= 16)
        }
    }

    /// Only headers, of images with at least 65,535 pixels a side.
    static let bombs: [(ImageKind, [UInt8])] = [
        (
            .jpeg,
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xFF, 0xDC, 0xFF, 0xDC, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
                + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0] + [UInt8](repeating: 0, count: 64)
        ),
        (
            .png,
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + pngHeader + checksum(pngHeader)
                + [0, 0, 0, 0] + Array("IDAT".utf8) + checksum(Array("IDAT".utf8))
        ),
        (
            .gif,
            Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 1, 0, 0, 0x3B]
        ),
        (
            .webp,
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [10, 0, 0, 0]
                + [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]
        ),
    ]

    private static let pngHeader =
        Array("IHDR".utf8) + [0, 0x0F, 0x42, 0x3F, 0, 0x0F, 0x42, 0x3F, 8, 2, 0, 0, 0]

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: PNGCodec.checksum(bytes[...]).bigEndian) { Array($0) }
    }

    @Test(arguments: bombs)
    func `an image with huge dimensions is refused by its header`(kind: ImageKind, bytes: [UInt8]) {
        #expect(ImageDecoder.kind(bytes) == kind)
        #expect {
            try ImageDecoder.decode(bytes)
        } throws: { error in
            guard case ImageError.largeArea(kind, _, maximum: ImageDecoder.maximumPixels) = error else {
                return false
            }
            return true
        }
    }

    @Test func `the pixel limit is set by the caller`() throws {
        for kind in ImageKind.allCases {
            let fixture = try Self.fixture(kind, 40, 30)
            #expect(try ImageDecoder.decode(fixture, maximumPixels: 1200).size.area == 1200)
            #expect(throws: ImageError.largeArea(kind, PixelSize(width: 40, height: 30), maximum: 1199)) {
                try ImageDecoder.decode(fixture, maximumPixels: 1199)
            }
        }
    }

    @Test(arguments: [
        ("4000x3000", 500, "500x375"), ("3000x4000", 500, "375x500"), ("100x100", 500, "100x100"),
        ("500x1", 100, "100x1"), ("1x500", 100, "1x100"), ("3x2", 1, "1x1"), ("1000x999", 10, "10x10"),
        ("7x5", 0, "1x1"), ("640x480", .max, "640x480"),
    ])
    func `an image is scaled down to its longest side and never enlarged`(from: String, side: Int, to: String)
        throws
    {
        let size = try #require(PixelSize(from))
        #expect(ImageFit.longestSide(side).size(of: size).description == to)
    }

    @Test(arguments: ImageKind.allCases, [1, 10, 39, 63, 64, 65, 80, 159, 160])
    func `a scaled image looks like the whole one`(kind: ImageKind, side: Int) throws {
        let fixture = try Self.fixture(kind, 160, 121)
        let whole = try ImageDecoder.decode(fixture)
        let scaled = try ImageDecoder.decode(fixture, fitting: side)
        #expect(scaled.size == ImageFit.longestSide(side).size(of: whole.size))
        // Scalers differ in details, not overall.
        let coarse = ImageFit.longestSide(min(side, 2)).size(of: whole.size)
        let (seen, expected) = (BoxFilter.shrunk(scaled, to: coarse), BoxFilter.shrunk(whole, to: coarse))
        for (one, other) in zip(seen.samples, expected.samples) { #expect(abs(Int(one) - Int(other)) < 24) }
    }

    @Test func `a pixel is the mean of its box`() {
        let samples: [UInt8] = [0, 10, 20, 30].flatMap { [$0, 100, 200 + $0] }
        let image = PixelBuffer(width: 2, height: 2, samples: samples)
        let one = BoxFilter.shrunk(image, to: PixelSize(width: 1, height: 1))
        #expect(one.samples == [15, 100, 215])
        let column = BoxFilter.shrunk(image, to: PixelSize(width: 1, height: 2))
        #expect(column.samples == [5, 100, 205, 25, 100, 225])
        let three = PixelBuffer(width: 3, height: 1, samples: [1, 1, 1, 2, 2, 2, 4, 4, 4])
        #expect(BoxFilter.shrunk(three, to: PixelSize(width: 2, height: 1)).samples == [1, 1, 1, 3, 3, 3])
    }

    @Test func `a transparent WebP is drawn on white and keeps its alpha`()
        throws
    {
        // Lossless, by libwebp: 200 0 0 255, 0 200 0 0, 0 0 200 51, 10 20 30 128.
        let bytes: [UInt8] =
            Array("RIFF".utf8) + [0x3A, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0x2D, 0, 0, 0]
            + [
                0x2F, 0x03, 0x00, 0x00, 0x10, 0x1F, 0x20, 0x24, 0x20, 0x8C, 0x30, 0xC6, 0xFF, 0x64, 0xA2,
                0x90,
            ]
            + [
                0x80, 0x90, 0x2D, 0xF2, 0x3F, 0x99, 0x25, 0x10, 0x48, 0xA2, 0x9C, 0x79, 0x2C, 0x81, 0x00,
                0x21,
            ]
            + [0xCA, 0x86, 0xFF, 0x1C, 0x31, 0x68, 0xD3, 0x6A, 0xA1, 0xE1, 0x11, 0xFD, 0x0F, 0x00]
        let image = try ImageDecoder.decode(bytes)
        #expect(image.size == PixelSize(width: 4, height: 1))
        #expect(image.coverage == [255, 0, 51, 128])
        #expect(image.samples == [200, 0, 0, 255, 255, 255, 204, 204, 244, 132, 137, 142])
    }

    @Test func `a transparent interlaced GIF is drawn on white`() throws {
        // Two colours, the second transparent; eight rows of one pixel, alternately 0 and 1, in the order 0 4
        // 2 6 1 3 5 7.
        let bytes: [UInt8] =
            Array("GIF89a".utf8) + [1, 0, 8, 0, 0x80, 0, 0, 10, 20, 30, 40, 50, 60]
            + [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 8, 0, 0x40, 2]
            + Self.codes([4, 0, 4, 0, 4, 0, 4, 0, 4, 1, 4, 1, 4, 1, 4, 1, 5]) + [0, 0x3B]
        let image = try ImageDecoder.decode(bytes)
        #expect(image.size == PixelSize(width: 1, height: 8))
        #expect(image.coverage == [255, 0, 255, 0, 255, 0, 255, 0])
        for row in 0..<8 {
            let colour: [UInt8] = row.isMultiple(of: 2) ? [10, 20, 30] : [255, 255, 255]
            #expect(Array(image.samples[row * 3..<row * 3 + 3]) == colour)
        }
    }

    @Test func `a GIF frame outside of its screen decodes as white`() throws {
        for (left, top) in [(0, 1), (1, 0), (9, 9), (255, 0)] as [(UInt8, UInt8)] {
            let bytes: [UInt8] =
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 10, 20, 30, 40, 50, 60]
                + [0x2C, left, 0, top, 0, 2, 0, 2, 0, 0, 2] + Self.codes([4, 0, 4, 0, 4, 0, 4, 0, 5]) + [
                    0, 0x3B,
                ]
            #expect(try ImageDecoder.decode(bytes).samples == [255, 255, 255])
        }
    }

    /// Three-bit codes as one block; a clear code before each keeps them that short.
    private static func codes(_ codes: [Int]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (codes.count * 3 + 7) / 8)
        for (number, code) in codes.enumerated() {
            for bit in 0..<3 where code >> bit & 1 == 1 {
                bytes[(number * 3 + bit) / 8] |= 1 << UInt8((number * 3 + bit) % 8)
            }
        }
        return [UInt8(bytes.count)] + bytes
    }
}
