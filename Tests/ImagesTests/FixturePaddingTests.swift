import Fixtures
import Testing
import Wire

@testable import Images

@Suite struct FixturePaddingTests {
    private static let size = PixelSize(width: 8, height: 8)

    private static func encoded(_ kind: ImageKind) throws -> [UInt8] {
        let settings = ImageEncoder.Settings(
            quality: 80,
            subsampling: 1,
            isProgressive: false,
            isCompact: true
        )
        let job = EncodingJob(size, limit: .max) { row, samples in
            for place in samples.indices { samples[place] = UInt8(row * 20 + place) }
        }
        return try #require(try ImageEncoder.encode(kind, settings, job))
    }

    private static func padded(_ encoded: [UInt8], _ kind: ImageKind, by count: Int) throws -> [UInt8] {
        let identity = FixtureIdentity(
            try FixtureShape(kind, bytes: 1000, pixels: size),
            seed: 1,
            name: "",
            version: 1
        )
        return FixturePadding.pad(encoded, kind, to: encoded.count + count, identity)
    }

    @Test(arguments: [
        (ImageKind.jpeg, [0, 1, 65_537 - 12, 65_526, 65_527, 65_529, 65_530, 131_062, 131_065, 131_068]),
        (.png, [0, 1, 70_000]), (.webp, [0, 2, 70_000]),
        (.gif, [0, 1, 242, 243, 244, 245, 246, 247, 248, 498, 499, 500, 501, 502, 503, 504, 70_000]),
    ])
    func `padding of any length fits and keeps the image unchanged`(
        kind: ImageKind,
        beyondLeast: [Int]
    ) throws {
        let encoded = try Self.encoded(kind)
        let picture = try ImageDecoder.decode(encoded)
        for extra in beyondLeast {
            let count = FixturePadding.least(kind) + extra
            let padded = try Self.padded(encoded, kind, by: count)
            #expect(padded.count == encoded.count + count)
            #expect(try ImageDecoder.decode(padded) == picture)
        }
    }

    @Test func `a padded WebP is a valid RIFF file and repeats its dimensions`() throws {
        let padded = try Self.padded(Self.encoded(.webp), .webp, by: 1000)
        func little(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(padded[place + $1]) << ($1 * 8) }
        }
        #expect(little(4, 4) == padded.count - 8)
        var place = 12
        var chunks: [String] = []
        while place < padded.count {
            chunks.append(String(decoding: padded[place..<place + 4], as: UTF8.self))
            place += 8 + (little(place + 4, 4) + 1) / 2 * 2
        }
        #expect(place == padded.count)
        #expect(chunks == ["VP8X", "VP8 ", "nlPd"])
        #expect(little(24, 3) == Self.size.width - 1)
        #expect(little(27, 3) == Self.size.height - 1)
    }

    @Test func `a padded GIF has its comment in blocks that end with an empty one`() throws {
        for count in [12, 255, 256, 257, 258, 259, 260, 515, 1000] {
            let encoded = try Self.encoded(.gif)
            let padded = try Self.padded(encoded, .gif, by: count)
            var place = encoded.count - 1
            #expect(padded[place] == 0x21 && padded[place + 1] == 0xFE)
            place += 2
            while padded[place] > 0 { place += 1 + Int(padded[place]) }
            #expect(place == padded.count - 2)
            #expect(padded.last == 0x3B)
        }
    }
}
