package import Wire

/// An image as rows of 8-bit red, green and blue.
package struct PixelBuffer: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// `width * height * 3` bytes, rows from the top, as the image looks on white.
    package var samples: [UInt8]
    /// Coverage of each pixel, 255 for opaque; nil if all are opaque.
    package var coverage: [UInt8]?

    package init(width: Int, height: Int, samples: [UInt8], coverage: [UInt8]? = nil) {
        self.width = width
        self.height = height
        self.samples = samples
        self.coverage = coverage
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }
}

// MARK: Coverage

extension PixelBuffer {
    /// Made from interleaved red, green, blue and coverage.
    init(_ size: PixelSize, mixed: [UInt8]) {
        var samples = [UInt8](repeating: 0, count: size.area * 3)
        var coverage = [UInt8](repeating: 0, count: size.area)
        mixed.withUnsafeBufferPointer { mixed in
            samples.withUnsafeMutableBufferPointer { samples in
                coverage.withUnsafeMutableBufferPointer { coverage in
                    guard let mixed = mixed.baseAddress, let samples = samples.baseAddress,
                        let coverage = coverage.baseAddress
                    else { return }
                    Coverage.divide(mixed, size.area, samples, coverage)
                }
            }
        }
        self.init(
            width: size.width,
            height: size.height,
            samples: samples,
            coverage: coverage.allSatisfy { $0 == Coverage.whole } ? nil : coverage
        )
    }
}

// MARK: Orientation

extension PixelBuffer {
    /// The image in its intended orientation.
    func turned(_ orientation: ImageOrientation) -> PixelBuffer {
        guard orientation != .upright else { return self }
        let seen = orientation.swapsSides ? (width: height, height: width) : (width: width, height: height)
        var turned: [UInt8] = []
        turned.reserveCapacity(samples.count)
        for y in 0..<seen.height {
            for x in 0..<seen.width {
                let (column, row) = place(x, y, orientation)
                let start = (row * width + column) * 3
                turned.append(samples[start])
                turned.append(samples[start + 1])
                turned.append(samples[start + 2])
            }
        }
        return PixelBuffer(width: seen.width, height: seen.height, samples: turned)
    }

    /// Position in the stored image of the pixel shown at (x, y).
    private func place(_ x: Int, _ y: Int, _ orientation: ImageOrientation) -> (column: Int, row: Int) {
        switch orientation {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .upsideDownMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }
}
