internal import CJPEG
import Fixtures
import Wire

/// Processes libjpeg's rows one after the other on the decoding thread. Also provides bytes if the image is
/// read meanwhile.
final class JPEGRows {
    private let next: ImageReading?
    private let target: (PixelSize) throws(ImageError) -> PixelSize
    private var orientation: ImageOrientation?
    /// Size of the library's output, and the size made from it.
    private var scaled = PixelSize(width: 0, height: 0)
    private var size = PixelSize(width: 0, height: 0)
    private var box: BoxRows?
    /// Why the picture was refused or could not be read; nil if it was neither.
    private(set) var refusal: ImageError?

    init(_ next: ImageReading?, _ target: @escaping (PixelSize) throws(ImageError) -> PixelSize) {
        self.next = next
        self.target = target
    }

    /// Runs the library's decoder, which calls back through `reading`.
    func run<Value>(isPartial: Bool, _ body: (_ reading: UnsafePointer<netlab_jpeg_reading>) -> Value)
        -> Value
    {
        var reading = netlab_jpeg_reading(
            fetch: next == nil ? nil : Self.fetch,
            block: Self.block,
            accept: Self.accept,
            take: Self.take,
            context: Unmanaged.passUnretained(self).toOpaque(),
            tolerant: isPartial ? 1 : 0
        )
        return withExtendedLifetime(self) { body(&reading) }
    }

    /// The picture in its intended orientation, once it is accepted. `read` makes the library write into
    /// memory for the whole picture or, without memory, pass each row to this object. nil if it fails.
    func decode(_ read: (_ pixels: UnsafeMutablePointer<UInt8>?, _ room: Int) -> Bool) -> PixelBuffer? {
        guard size == scaled else {
            box = BoxRows(from: scaled, to: size)
            return read(nil, 0) ? box?.image?.turned(orientation ?? .upright) : nil
        }
        let samples = LibraryBuffer.samples(size) { read($0, size.area * 3) }
        return samples.map { samples in
            PixelBuffer(width: size.width, height: size.height, samples: samples)
                .turned(orientation ?? .upright)
        }
    }

    /// Number of eighths to scale a stored image to: the fewest that keep both sides long enough. The library
    /// never computes the pixels left out.
    private func accept(_ stored: PixelSize) -> Int {
        do {
            let turns = orientation?.swapsSides == true
            let wanted = try target(turns ? stored.swapped : stored)
            size = turns ? wanted.swapped : wanted
            let eighths = Self.eighths(of: stored, atLeast: size)
            scaled = stored.eighths(eighths)
            return eighths
        } catch {
            refusal = error
            return 0
        }
    }

    private static func eighths(of stored: PixelSize, atLeast size: PixelSize) -> Int {
        // Fewer eighths of a tiny image may give the same size, but with other pixels.
        guard size != stored else { return 8 }
        let enough = (1..<8).first { eighths in
            let scaled = stored.eighths(eighths)
            return scaled.width >= size.width && scaled.height >= size.height
        }
        return enough ?? 8
    }

    private func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard let next else { return 0 }
        do {
            var piece = bytes.mutableBytes
            return min(max(0, try next(&piece)), bytes.count)
        } catch {
            refusal = .decoding(.jpeg, reason: "\(error)")
            return 0
        }
    }

    private static func rows(_ context: UnsafeMutableRawPointer?) -> JPEGRows? {
        context.map { Unmanaged<JPEGRows>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let fetch: netlab_jpeg_fetch = { context, bytes, most in
        rows(context)?.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: most)) ?? 0
    }

    private static let block: netlab_jpeg_block = { context, bytes, count in
        guard let rows = rows(context), rows.orientation == nil else { return }
        rows.orientation = ImageOrientation(block: UnsafeBufferPointer(start: bytes, count: count))
    }

    private static let accept: netlab_jpeg_accept = { context, width, height in
        let size = PixelSize(width: Int(width), height: Int(height))
        return rows(context).map { Int32($0.accept(size)) } ?? 0
    }

    private static let take: netlab_jpeg_take = { context, samples, width in
        guard let rows = rows(context), let samples, Int(width) == rows.scaled.width else { return }
        rows.box?.add(samples)
    }
}

extension PixelSize {
    fileprivate var swapped: PixelSize { PixelSize(width: height, height: width) }

    /// Rounds like libjpeg.
    fileprivate func eighths(_ count: Int) -> PixelSize {
        PixelSize(width: (width * count + 7) / 8, height: (height * count + 7) / 8)
    }
}
