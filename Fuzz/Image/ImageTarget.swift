import Fixtures
import FuzzSupport
import Images

/// Any bytes as an image: rejected with a reason, or as many samples as its size states, no larger than
/// asked.
package func fuzzImage(_ input: [UInt8]) {
    var small: PixelBuffer?
    for longestSide in [Int.max, 24] {
        small = nil
        do throws(ImageError) {
            let image = try ImageDecoder.decode(input, fitting: longestSide, maximumPixels: 250_000)
            demand(image.samples.count == image.width * image.height * 3, "samples that are none")
            demand(max(image.width, image.height) <= longestSide, "a larger image than asked for")
            small = image
        } catch {
            demand(!error.description.isEmpty, "no reason")
        }
    }
    demand(small == readInPieces(input), "another image where it is read in pieces")
    do throws(ImageError) {
        let preview = try ImageDecoder.preview(input, fitting: 24, maximumPixels: 250_000)
        demand(preview.map { max($0.width, $0.height) <= 24 } ?? true, "a larger preview than asked for")
    } catch {
        demand(!error.description.isEmpty, "no reason")
    }
}

/// Reads it as a file whose bytes arrive in arbitrary pieces.
private func readInPieces(_ input: [UInt8]) -> PixelBuffer? {
    var pieces = pieces(of: input).reversed().map { Array($0) }
    let read: ImageReading = { span in
        guard let piece = pieces.popLast() else { return 0 }
        let count = min(piece.count, span.byteCount)
        span.withUnsafeMutableBytes { $0.copyBytes(from: piece[..<count]) }
        if count < piece.count { pieces.append(Array(piece[count...])) }
        return count
    }
    return try? ImageDecoder.decode(
        reading: read,
        .longestSide(24),
        maximumBytes: input.count,
        maximumPixels: 250_000
    )
}
