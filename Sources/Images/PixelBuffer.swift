package import Wire

/// An image as rows of 8-bit red, green and blue.
package struct PixelBuffer: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// `width * height * 3` bytes, rows from the top.
    package var samples: [UInt8]

    package init(width: Int, height: Int, samples: [UInt8]) {
        self.width = width
        self.height = height
        self.samples = samples
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }
}
