import Fixtures
import Testing
import Wire

@testable import Images

/// Kinds of PNG that fixtures do not use.
@Suite(.timeLimit(.minutes(1)))
struct PNGDecodingTests {
    @Test func `grey becomes equal red, green and blue`() throws {
        let png = HandmadePNG(width: 3, height: 1, colours: .grey, rows: [[0, 0, 100, 255]])
        #expect(try ImageDecoder.decode(png.bytes).samples == [0, 0, 0, 100, 100, 100, 255, 255, 255])
    }

    @Test func `transparent pixels are drawn on white`() throws {
        let png = HandmadePNG(width: 2, height: 1, colours: .greyAlpha, rows: [[0, 10, 255, 10, 0]])
        #expect(try ImageDecoder.decode(png.bytes).samples == [10, 10, 10, 255, 255, 255])
    }

    @Test(arguments: [false, true])
    func `partly transparent pixels are blended with white and keep their alpha`(isInterlaced: Bool) throws {
        let png = HandmadePNG(
            width: 3,
            height: 1,
            colours: .greyAlpha,
            isInterlaced: isInterlaced,
            // Interlaced, the first column comes in an earlier pass than the others.
            rows: isInterlaced
                ? [[0, 0, 255], [0, 0, 51], [0, 10, 0]] : [[0, 0, 255, 10, 0, 0, 51]]
        )
        let image = try ImageDecoder.decode(png.bytes)
        #expect(image.samples == [0, 0, 0, 255, 255, 255, 204, 204, 204])
        #expect(image.coverage == [255, 0, 51])
        let plain = HandmadePNG(width: 1, height: 1, colours: .greyAlpha, rows: [[0, 10, 255]])
        #expect(try ImageDecoder.decode(plain.bytes).coverage == nil)
    }

    @Test func `alpha is scaled with the image and written again`() throws {
        let rows: [[UInt8]] = [[0, 0, 255, 0, 255, 200, 0, 200, 0], [0, 0, 255, 0, 255, 200, 0, 200, 100]]
        let png = HandmadePNG(width: 4, height: 2, colours: .greyAlpha, rows: rows)
        let small = try ImageDecoder.decode(png.bytes, fitting: 2)
        #expect(small.size == PixelSize(width: 2, height: 1))
        #expect(small.coverage == [255, 25])
        let again = try ImageDecoder.decode(ImageEncoder.encode(small, .png))
        #expect(again.coverage == small.coverage)
        #expect(zip(again.samples, small.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        let flat = try ImageDecoder.decode(ImageEncoder.encode(small, .jpeg, quality: 100))
        #expect(flat.coverage == nil)
        #expect(flat.samples[0] < 40 && flat.samples[3] > 200)
    }

    @Test func `palette colours are resolved and may be transparent`() throws {
        let png = HandmadePNG(
            width: 2,
            height: 2,
            colours: .palette,
            chunks: [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [255, 0])],
            rows: [[0, 0, 1], [0, 1, 0]]
        )
        let white: [UInt8] = [255, 255, 255]
        #expect(try ImageDecoder.decode(png.bytes).samples == [1, 2, 3] + white + white + [1, 2, 3])
    }

    @Test func `16-bit samples are rounded to 8 bits`() throws {
        let png = HandmadePNG(
            width: 1,
            height: 1,
            depth: 16,
            colours: .rgb,
            rows: [[0, 0x80, 0x00, 0xFF, 0xFF, 0, 0]]
        )
        #expect(try ImageDecoder.decode(png.bytes).samples == [128, 255, 0])
    }

    @Test func `an interlaced image decodes completely at any scale`() throws {
        // Rows and pixels per row of the seven passes of an 8 by 8 image.
        let passes = [(1, 1), (1, 1), (1, 2), (2, 2), (2, 4), (4, 4), (4, 8)]
        let rows = passes.flatMap { rows, pixels in
            Array(
                repeating: [0] + Array(repeating: [7, 8, 9] as [UInt8], count: pixels).joined(),
                count: rows
            )
        }
        let png = HandmadePNG(width: 8, height: 8, colours: .rgb, isInterlaced: true, rows: rows)
        for side in [8, 5, 1] {
            let image = try ImageDecoder.decode(png.bytes, fitting: side)
            #expect(image.size == PixelSize(width: side, height: side))
            #expect(image.samples == Array(Array(repeating: [7, 8, 9], count: side * side).joined()))
        }
    }

    @Test(arguments: [1, 7, 40, 79, 80])
    func `scaling row by row equals scaling the whole image`(_ side: Int) throws {
        let shape = try FixtureShape(.png, pixels: PixelSize(width: 80, height: 61))
        let bytes = try FixtureImage.make(shape, seed: 9, name: "a", version: 1)
        let whole = try ImageDecoder.decode(bytes)
        let scaled = try ImageDecoder.decode(bytes, fitting: side)
        #expect(scaled == BoxFilter.shrunk(whole, to: ImageFit.longestSide(side).size(of: whole.size)))
    }
}
