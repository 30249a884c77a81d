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
