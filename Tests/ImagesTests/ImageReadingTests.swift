import Fixtures
import Synchronization
import Testing
import Wire

@testable import Images

/// Images that are decoded while they are read.
@Suite(.timeLimit(.minutes(1)))
struct ImageReadingTests {
    /// A file in memory that supplies a limited number of bytes at a time.
    private final class Source: Sendable {
        struct Broken: Error, CustomStringConvertible {
            var description: String { "the disk is gone" }
        }

        private let bytes: [UInt8]
        private let stride: Int
        private let breaksAt: Int
        private let place = Mutex(0)
        let longestPiece = Mutex(0)

        init(_ bytes: [UInt8], _ stride: Int = .max, breaksAt: Int = .max) {
            (self.bytes, self.stride, self.breaksAt) = (bytes, stride, breaksAt)
        }

        func read(into piece: inout MutableRawSpan) throws -> Int {
            let room = piece.byteCount
            longestPiece.withLock { $0 = max($0, room) }
            let range = try place.withLock { place in
                guard place < breaksAt else { throw Broken() }
                let count = min(room, stride, bytes.count - place)
                defer { place += count }
                return place..<place + count
            }
            piece.withUnsafeMutableBytes { $0.copyBytes(from: bytes[range]) }
            return range.count
        }
    }

    private static func decode(
        _ source: Source,
        fitting side: Int = .max,
        maximumBytes: Int = 10_000_000,
        maximumPixels: Int = ImageDecoder.maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        try ImageDecoder.decode(
            reading: { try source.read(into: &$0) },
            .longestSide(side),
            maximumBytes: maximumBytes,
            maximumPixels: maximumPixels
        )
    }

    private static func fixture(_ kind: ImageKind, bytes: Int = 200_000) throws -> [UInt8] {
        try FixtureImage.make(kind, bytes: bytes, seed: 3, name: "a", version: 1)
    }

    @Test(arguments: ImageKind.allCases, [1000, 65_535, 65_536, 65_537, .max])
    func `an image decodes the same from memory and from a reader`(kind: ImageKind, stride: Int)
        throws
    {
        let bytes = try Self.fixture(kind)
        #expect(try Self.decode(Source(bytes, stride)) == ImageDecoder.decode(bytes))
        #expect(
            try Self.decode(Source(bytes, stride), fitting: 50) == ImageDecoder.decode(bytes, fitting: 50)
        )
    }

    @Test(arguments: [false, true])
    func `a JPEG read byte by byte decodes completely`(isProgressive: Bool) throws {
        let size = PixelSize(width: 64, height: 48)
        let shape = try FixtureShape(.jpeg, pixels: size, isProgressive: isProgressive)
        let bytes = try FixtureImage.make(shape, seed: 3, name: "a", version: 1)
        #expect(try Self.decode(Source(bytes, 1)) == ImageDecoder.decode(bytes))
    }

    @Test func `a JPEG is read in bounded pieces regardless of its length`() throws {
        let source = Source(try Self.fixture(.jpeg))
        #expect(try Self.decode(source, fitting: 20, maximumBytes: 1000).size.longestSide == 20)
        #expect(source.longestPiece.withLock { $0 } == 65_536)
    }

    @Test(arguments: [ImageKind.png, .webp, .gif])
    func `other formats are buffered whole up to a limit`(kind: ImageKind) throws {
        let bytes = try Self.fixture(kind)
        #expect(throws: Never.self) { try Self.decode(Source(bytes), maximumBytes: bytes.count) }
        #expect(throws: ImageError.decoding(kind, reason: "it has more than \(bytes.count - 1) bytes")) {
            try Self.decode(Source(bytes), maximumBytes: bytes.count - 1)
        }
    }

    @Test(arguments: ImageKind.allCases, [0, 70_000])
    func `a read error is reported in the reader's words`(kind: ImageKind, place: Int) throws {
        let source = Source(try Self.fixture(kind), 10_000, breaksAt: place)
        #expect {
            try Self.decode(source)
        } throws: { error in
            "\(error)".hasSuffix("the disk is gone")
        }
    }

    @Test(arguments: ImageKind.allCases, [0, 1, 100, 65_536, 150_000])
    func `a truncated image is an error`(kind: ImageKind, count: Int) throws {
        let source = Source(Array(try Self.fixture(kind).prefix(count)))
        #expect(throws: ImageError.self) { try Self.decode(source) }
    }

    @Test func `an image with too many pixels is refused by its header`() throws {
        let source = Source(try Self.fixture(.jpeg))
        #expect {
            try Self.decode(source, maximumPixels: 10)
        } throws: { error in
            if case ImageError.largeArea(.jpeg, _, maximum: 10) = error { true } else { false }
        }
    }
}
