import Wire

/// Scales down: each pixel is the mean of the pixels that it covers.
enum BoxFilter {
    /// `size` is at least 1 by 1, and no side is longer than the image's.
    static func shrunk(_ image: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        guard size != image.size else { return image }
        var rows = BoxRows(from: image.size, to: size, hasCoverage: image.coverage != nil)
        image.samples.withUnsafeBufferPointer { samples in
            (image.coverage ?? []).withUnsafeBufferPointer { coverage in
                guard let start = samples.baseAddress else { return }
                for row in 0..<image.height {
                    let shares =
                        image.coverage == nil ? nil : coverage.baseAddress.map { $0 + row * image.width }
                    rows.add(start + row * image.width * 3, covering: shares)
                }
            }
        }
        return rows.image ?? image
    }
}
