import Wire

/// Scales an image down while its rows come, from the top: a row is added up into the pixels that it belongs to, and is
/// needed no longer.
struct BoxRows {
    private let source: PixelSize
    private let size: PixelSize
    /// Where each column's box begins, and where the last one ends.
    private let edges: [Int]
    private var sums: [Int]
    private var row = 0
    /// Rows in `sums`.
    private var height = 0
    private var samples: [UInt8] = []

    /// `size` is at least 1 by 1 and nowhere larger than `source`.
    init(from source: PixelSize, to size: PixelSize) {
        self.source = source
        self.size = size
        edges = (0...size.width).map { $0 * source.width / size.width }
        sums = [Int](repeating: 0, count: size.width * 3)
        samples.reserveCapacity(size.area * 3)
    }

    /// nil before the last row.
    var image: PixelBuffer? {
        guard samples.count == size.area * 3 else { return nil }
        return PixelBuffer(width: size.width, height: size.height, samples: samples)
    }

    /// Adds a row of `source.width` pixels.
    mutating func add(_ pixels: UnsafePointer<UInt8>) {
        let line = UnsafeBufferPointer(start: pixels, count: source.width * 3)
        guard size != source else {
            samples.append(contentsOf: line)
            return
        }
        for column in 0..<size.width {
            var sum: (UInt32, UInt32, UInt32) = (0, 0, 0)
            for place in stride(from: edges[column] * 3, to: edges[column + 1] * 3, by: 3) {
                sum.0 += UInt32(line[place])
                sum.1 += UInt32(line[place + 1])
                sum.2 += UInt32(line[place + 2])
            }
            sums[column * 3] += Int(sum.0)
            sums[column * 3 + 1] += Int(sum.1)
            sums[column * 3 + 2] += Int(sum.2)
        }
        row += 1
        height += 1
        if row == (samples.count / (size.width * 3) + 1) * source.height / size.height { finishBox() }
    }

    private mutating func finishBox() {
        for column in 0..<size.width {
            let count = (edges[column + 1] - edges[column]) * height
            for place in column * 3..<column * 3 + 3 {
                samples.append(UInt8((sums[place] + count / 2) / count))
                sums[place] = 0
            }
        }
        height = 0
    }
}
