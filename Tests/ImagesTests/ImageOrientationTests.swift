import Fixtures
import Testing
import Wire

@testable import Images

@Suite(.timeLimit(.minutes(1)))
struct ImageOrientationTests {
    /// An EXIF block with the camera's orientation.
    private static func block(_ orientation: UInt16, isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let tiff =
            Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            // An unrelated entry, then the one that counts.
            + number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("abc\0".utf8)
            + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0]
        return Array("Exif\0\0".utf8) + tiff
    }

    /// A JPEG with its own block after the start of the image.
    private static func blocked(_ block: [UInt8], _ jpeg: [UInt8]) -> [UInt8] {
        let length = block.count + 2
        return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block + jpeg[2...]
    }

    static func held(_ orientation: UInt16, isLittle: Bool, _ jpeg: [UInt8]) -> [UInt8] {
        blocked(block(orientation, isLittle: isLittle), jpeg)
    }

    private static func jpeg() throws -> [UInt8] {
        let shape = try FixtureShape(.jpeg, pixels: PixelSize(width: 24, height: 16))
        return try FixtureImage.make(shape, seed: 1, name: "a", version: 1)
    }

    @Test(arguments: ImageOrientation.allCases, [false, true])
    func `an orientation is read in either byte order`(_ orientation: ImageOrientation, _ isLittle: Bool) {
        let block = Self.block(orientation.rawValue, isLittle: isLittle)
        #expect(ImageOrientation(block: block) == orientation)
    }

    @Test func `without a known orientation the image is upright`() throws {
        let jpeg = try Self.jpeg()
        let upright = try ImageDecoder.decode(jpeg)
        #expect(ImageOrientation(block: []) == nil)
        #expect(ImageOrientation(block: Self.block(9, isLittle: true)) == nil)
        #expect(try ImageDecoder.decode(Self.held(9, isLittle: true, jpeg)) == upright)
    }

    @Test func `a block truncated at any byte is neither an orientation nor a crash`() {
        let block = Self.block(6, isLittle: false)
        for count in 0..<block.count {
            let orientation = ImageOrientation(block: block.prefix(count))
            #expect(orientation == nil || count >= 36)
        }
    }

    @Test func `other long blocks of the same kind may precede the orientation`() throws {
        let jpeg = try Self.jpeg()
        let other = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [UInt8](repeating: 0x20, count: 60_000)
        let held = Self.blocked(other, Self.blocked(other, Self.held(6, isLittle: true, jpeg)))
        #expect(try ImageDecoder.decode(held) == ImageDecoder.decode(jpeg).turned(.right))
    }

    /// A picture of two rows and three columns, by letters: as stored, and as seen.
    @Test(arguments: [
        (ImageOrientation.upright, "abc/def"), (.mirrored, "cba/fed"), (.upsideDown, "fed/cba"),
        (.upsideDownMirrored, "def/abc"), (.leftMirrored, "ad/be/cf"), (.right, "da/eb/fc"),
        (.rightMirrored, "fc/eb/da"), (.left, "cf/be/ad"),
    ])
    func `rows are rotated according to the tag`(_ orientation: ImageOrientation, _ seen: String) {
        let stored = PixelBuffer(width: 3, height: 2, samples: "abcdef".utf8.flatMap { [$0, $0, $0] })
        let turned = stored.turned(orientation)
        let rows = seen.split(separator: "/")
        #expect(turned.size == PixelSize(width: rows[0].count, height: rows.count))
        #expect(turned.samples == rows.joined().utf8.flatMap { [$0, $0, $0] })
    }

    @Test func `a decoded image is rotated, and its longest side is the requested one`() throws {
        let jpeg = try Self.jpeg()
        let whole = try ImageDecoder.decode(jpeg)
        let turned = try ImageDecoder.decode(Self.held(6, isLittle: true, jpeg))
        #expect(turned == whole.turned(.right))
        let scaled = try ImageDecoder.decode(Self.held(6, isLittle: true, jpeg), fitting: 12)
        #expect(scaled.size == PixelSize(width: 8, height: 12))
    }
}
