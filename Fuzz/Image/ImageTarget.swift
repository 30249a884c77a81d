import FuzzSupport
import Images

/// Any bytes as an image: refused with a reason, or as many samples as its size says, no larger than asked.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImage(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    for longestSide in [Int.max, 24] {
        do throws(ImageError) {
            let image = try ImageDecoder.decode(input, fitting: longestSide, maximumPixels: 250_000)
            demand(image.samples.count == image.width * image.height * 3, "samples that are none")
            demand(max(image.width, image.height) <= longestSide, "a larger image than asked for")
        } catch {
            demand(!error.description.isEmpty, "no reason")
        }
    }
    do throws(ImageError) {
        let preview = try ImageDecoder.preview(input, fitting: 24, maximumPixels: 250_000)
        demand(preview.map { max($0.width, $0.height) <= 24 } ?? true, "a larger preview than asked for")
    } catch {
        demand(!error.description.isEmpty, "no reason")
    }
    return 0
}
