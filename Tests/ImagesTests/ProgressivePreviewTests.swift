import Fixtures
import Testing
import Wire

@testable import Images

@Suite(.timeLimit(.minutes(1)))
struct ProgressivePreviewTests {
    private static func jpeg(isProgressive: Bool) throws -> [UInt8] {
        let pixels = PixelSize(width: 80, height: 60)
        let shape = try FixtureShape(.jpeg, pixels: pixels, isProgressive: isProgressive)
        return try FixtureImage.make(shape, seed: 5, name: "a", version: 1)
    }

    /// Mean difference per sample.
    private static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
        zip(one.samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / one.samples.count
    }

    @Test func `previews start with the first complete scan and end as the final image`() throws {
        let bytes = try Self.jpeg(isProgressive: true)
        let whole = try ImageDecoder.decode(bytes)
        var scans = ProgressiveScans()
        var differences: [Int] = []
        for count in Array(stride(from: 0, to: bytes.count, by: 3)) + [bytes.count] {
            let beginning = Array(bytes.prefix(count))
            let isNew = scans.read(beginning)
            #expect(scans.complete == ProgressiveScans(beginning).complete)
            guard isNew else { continue }
            let preview = try #require(try ImageDecoder.preview(beginning))
            #expect(preview.size == whole.size)
            differences.append(Self.difference(preview, whole))
        }
        #expect(differences.count >= 5)
        #expect(differences.last == 0)
        #expect((differences.first ?? 0) > (differences.dropLast().last ?? 0))
    }

    @Test func `there is no preview before the first complete scan`() throws {
        let bytes = try Self.jpeg(isProgressive: true)
        for count in [0, 2, 10, 200] {
            #expect(try ImageDecoder.preview(Array(bytes.prefix(count))) == nil)
        }
    }

    @Test func `a baseline JPEG and other formats have no previews`() throws {
        let baseline = try Self.jpeg(isProgressive: false)
        #expect(try ImageDecoder.preview(baseline) == nil)
        #expect(ProgressiveScans(baseline).complete == 0)
        for kind in ImageKind.allCases where kind != .jpeg {
            let bytes = try FixtureImage.make(kind, bytes: 3000, seed: 1, name: "a", version: 1)
            #expect(try ImageDecoder.preview(bytes) == nil)
        }
    }

    @Test func `a preview is scaled down like the image`() throws {
        let bytes = try Self.jpeg(isProgressive: true)
        let half = Array(bytes.prefix(bytes.count / 2))
        let preview = try #require(try ImageDecoder.preview(half, fitting: 40))
        #expect(preview.size == PixelSize(width: 40, height: 30))
        #expect(throws: ImageError.self) { try ImageDecoder.preview(half, maximumPixels: 1000) }
    }

    @Test func `counting scans ends despite random bit errors`() throws {
        let bytes = try Self.jpeg(isProgressive: true)
        for number in 0..<500 {
            var broken = bytes
            for draw in 0..<3 {
                let bits = SplitMix.mixed(UInt64(number * 4 + draw))
                broken[Int(bits % UInt64(broken.count))] = UInt8(truncatingIfNeeded: bits >> 40)
            }
            #expect(ProgressiveScans(broken).complete <= broken.count / 4)
            _ = try? ImageDecoder.preview(broken, fitting: 8, maximumPixels: 100_000)
        }
    }
}
