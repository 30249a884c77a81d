internal import CPNG
import Fixtures
import Wire

/// Processes libpng's rows one after the other on the decoding thread.
final class PNGRows {
    private let target: (PixelSize) throws(ImageError) -> PixelSize
    private var box: BoxRows?
    /// A row on white, and its coverage; empty if all pixels are opaque.
    private var samples: [UInt8] = []
    private var coverage: [UInt8] = []
    /// Why the picture was refused; nil if it was not.
    private(set) var refusal: ImageError?

    init(_ target: @escaping (PixelSize) throws(ImageError) -> PixelSize) {
        self.target = target
    }

    /// nil before the last row.
    var image: PixelBuffer? { box?.image }

    private func accept(_ size: PixelSize, hasCoverage: Bool) -> Bool {
        do {
            box = BoxRows(from: size, to: try target(size), hasCoverage: hasCoverage)
            guard hasCoverage else { return true }
            samples = [UInt8](repeating: 0, count: size.width * 3)
            coverage = [UInt8](repeating: 0, count: size.width)
            return true
        } catch {
            refusal = error
            return false
        }
    }

    private func take(_ row: UnsafePointer<UInt8>) {
        guard !coverage.isEmpty else {
            box?.add(row)
            return
        }
        samples.withUnsafeMutableBufferPointer { samples in
            coverage.withUnsafeMutableBufferPointer { coverage in
                guard let line = samples.baseAddress, let shares = coverage.baseAddress else { return }
                Coverage.divide(row, coverage.count, line, shares)
                box?.add(line, covering: shares)
            }
        }
    }

    private static func rows(_ context: UnsafeMutableRawPointer?) -> PNGRows? {
        context.map { Unmanaged<PNGRows>.fromOpaque($0).takeUnretainedValue() }
    }

    static let accept: netlab_png_accept = { context, width, height, alpha in
        let size = PixelSize(width: Int(width), height: Int(height))
        return rows(context)?.accept(size, hasCoverage: alpha == 1) == true ? 1 : 0
    }

    static let take: netlab_png_take = { context, _, samples in
        guard let rows = rows(context), let samples else { return }
        rows.take(samples)
    }
}
