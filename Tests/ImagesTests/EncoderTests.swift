import Fixtures
import Testing
import Wire

@testable import Images

@Suite struct EncoderTests {
    private static let settings = ImageEncoder.Settings(
        quality: 80,
        subsampling: 1,
        isProgressive: false,
        isCompact: false
    )

    @Test(arguments: ImageKind.allCases)
    func `encoding stops when the image exceeds its limit`(kind: ImageKind) throws {
        for limit in [0, 10, 5000] {
            var rows = 0
            let job = EncodingJob(PixelSize(width: 300, height: 300), limit: limit) { row, samples in
                rows += 1
                for place in samples.indices {
                    samples[place] = UInt8(SplitMix.mixed(UInt64(row * 900 + place)) & 0xFF)
                }
            }
            #expect(try ImageEncoder.encode(kind, Self.settings, job) == nil)
            // WebP reads all rows before it begins.
            #expect(rows < 300 || kind == .webp)
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `dimensions that the library does not support are an error`(kind: ImageKind) {
        let job = EncodingJob(PixelSize(width: 70_000, height: 0), limit: .max) { _, _ in }
        #expect(throws: ImageError.self) { try ImageEncoder.encode(kind, Self.settings, job) }
    }

    @Test func `pixels round-trip exactly, or nearly in lossy formats`() throws {
        let pixels = PixelBuffer(
            width: 9,
            height: 5,
            samples: (0..<9 * 5 * 3).map { UInt8(truncatingIfNeeded: 60 + $0) }
        )
        #expect(try ImageDecoder.decode(ImageEncoder.encode(pixels, .png)) == pixels)
        for kind in [ImageKind.jpeg, .webp] {
            let fine = try ImageDecoder.decode(ImageEncoder.encode(pixels, kind, quality: 100))
            #expect(fine.size == pixels.size)
            #expect(zip(fine.samples, pixels.samples).allSatisfy { abs(Int($0) - Int($1)) < 24 })
        }
        let (fine, coarse) = (
            try ImageEncoder.encode(pixels, .jpeg, quality: 95),
            try ImageEncoder.encode(pixels, .jpeg, quality: -3)
        )
        #expect(coarse.count < fine.count)
    }

    @Test func `an image without pixels or with too few samples cannot be encoded`() {
        for (width, height, count) in [(0, 0, 0), (2, 2, 11), (0, 5, 0)] {
            let pixels = PixelBuffer(
                width: width,
                height: height,
                samples: [UInt8](repeating: 0, count: count)
            )
            #expect(throws: ImageError.self) { try ImageEncoder.encode(pixels, .png) }
        }
    }
}
