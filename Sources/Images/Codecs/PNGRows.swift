internal import CPNG
import Wire

/// What libpng's rows go through, one after the other, on the thread that decodes.
final class PNGRows {
    private let target: (PixelSize) throws(ImageError) -> PixelSize
    private var box: BoxRows?
    /// Why the picture was not wanted; nil where it was.
    private(set) var refusal: ImageError?

    init(_ target: @escaping (PixelSize) throws(ImageError) -> PixelSize) {
        self.target = target
    }

    /// nil before the last row.
    var image: PixelBuffer? { box?.image }

    private func accept(_ size: PixelSize) -> Bool {
        do {
            box = BoxRows(from: size, to: try target(size))
            return true
        } catch {
            refusal = error
            return false
        }
    }

    private static func rows(_ context: UnsafeMutableRawPointer?) -> PNGRows? {
        context.map { Unmanaged<PNGRows>.fromOpaque($0).takeUnretainedValue() }
    }

    static let accept: netlab_png_accept = { context, width, height in
        rows(context)?.accept(PixelSize(width: Int(width), height: Int(height))) == true ? 1 : 0
    }

    static let take: netlab_png_take = { context, _, samples in
        guard let rows = rows(context), let samples else { return }
        rows.box?.add(samples)
    }
}
