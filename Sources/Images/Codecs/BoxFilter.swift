import Wire

/// Scales down: each pixel is the mean of those that it stands for.
enum BoxFilter {
    /// `size` is at least 1 by 1 and nowhere larger than the image.
    static func shrunk(_ image: PixelBuffer, to size: PixelSize) -> PixelBuffer {
        guard size != image.size else { return image }
        let columns = (0..<size.width).map { box($0, of: image.width, in: size.width) }
        var samples: [UInt8] = []
        samples.reserveCapacity(size.area * 3)
        for y in 0..<size.height {
            let rows = box(y, of: image.height, in: size.height)
            for columns in columns {
                append(mean(image, columns, rows), to: &samples)
            }
        }
        return PixelBuffer(width: size.width, height: size.height, samples: samples)
    }

    private static func append(_ colour: (UInt8, UInt8, UInt8), to samples: inout [UInt8]) {
        samples.append(colour.0)
        samples.append(colour.1)
        samples.append(colour.2)
    }

    private static func mean(
        _ image: PixelBuffer,
        _ columns: Range<Int>,
        _ rows: Range<Int>
    ) -> (UInt8, UInt8, UInt8) {
        var sum = (0, 0, 0)
        for y in rows {
            let start = y * image.width * 3
            for place in stride(
                from: start + columns.lowerBound * 3,
                to: start + columns.upperBound * 3,
                by: 3
            ) {
                sum.0 += Int(image.samples[place])
                sum.1 += Int(image.samples[place + 1])
                sum.2 += Int(image.samples[place + 2])
            }
        }
        let count = columns.count * rows.count
        func rounded(_ sum: Int) -> UInt8 { UInt8((sum + count / 2) / count) }
        return (rounded(sum.0), rounded(sum.1), rounded(sum.2))
    }

    /// What the n-th of `count` stands for; never empty.
    private static func box(_ number: Int, of side: Int, in count: Int) -> Range<Int> {
        let start = number * side / count
        return start..<max(start + 1, (number + 1) * side / count)
    }
}
