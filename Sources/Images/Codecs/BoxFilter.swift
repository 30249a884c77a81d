import Wire

/// Scales down: each pixel is the mean of those that it stands for.
enum BoxFilter {
    /// `size` is at least 1 by 1 and nowhere larger than the image.
    static func shrunk(_ image: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        guard size != image.size else { return image }
        var rows = BoxRows(from: image.size, to: size)
        image.samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            for row in 0..<image.height { rows.add(start + row * image.width * 3) }
        }
        return rows.image ?? image
    }
}
