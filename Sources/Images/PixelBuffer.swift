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
