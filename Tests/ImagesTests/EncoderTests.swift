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
    func `an image that grows over its limit is given up`(kind: ImageKind) throws {
        for limit in [0, 10, 5000] {
            var rows = 0
            let job = EncodingJob(PixelSize(width: 300, height: 300), limit: limit) { row, samples in
                rows += 1
                for place in samples.indices {
                    samples[place] = UInt8(SplitMix.mixed(UInt64(row * 900 + place)) & 0xFF)
                }
            }
            #expect(try ImageEncoder.encode(kind, Self.settings, job) == nil)
            // WebP takes all of them before it begins.
            #expect(rows < 300 || kind == .webp)
        }
    }

    @Test(arguments: ImageKind.allCases)
    func `sides that the library cannot have are an error`(kind: ImageKind) {
        let job = EncodingJob(PixelSize(width: 70_000, height: 0), limit: .max) { _, _ in }
        #expect(throws: ImageError.self) { try ImageEncoder.encode(kind, Self.settings, job) }
    }
}
