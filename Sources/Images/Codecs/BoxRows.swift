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
    /// A finished row.
    private var line: [UInt8]
    private var samples: [UInt8] = []
    /// The same for what pixels cover; empty where all cover all.
    private var coverageSums: [Int] = []
    private var coverage: [UInt8] = []

    /// `size` is at least 1 by 1 and nowhere larger than `source`.
    init(from source: PixelSize, to size: PixelSize, hasCoverage: Bool = false) {
        self.source = source
        self.size = size
        edges = (0...size.width).map { $0 * source.width / size.width }
        sums = [Int](repeating: 0, count: size.width * 3)
        line = [UInt8](repeating: 0, count: size.width * 3)
        samples.reserveCapacity(size.area * 3)
        guard hasCoverage else { return }
        coverageSums = [Int](repeating: 0, count: size.width)
        coverage.reserveCapacity(size.area)
    }

    /// nil before the last row.
    var image: PixelBuffer? {
        guard samples.count == size.area * 3 else { return nil }
        let isWhole = coverage.allSatisfy { $0 == Coverage.whole }
        return PixelBuffer(
            width: size.width,
            height: size.height,
            samples: samples,
            coverage: isWhole ? nil : coverage
        )
    }

    /// Adds a row of `source.width` pixels, and what they cover where that was announced.
    mutating func add(_ pixels: UnsafePointer<UInt8>, covering shares: UnsafePointer<UInt8>? = nil) {
        if let shares { addCoverage(UnsafeBufferPointer(start: shares, count: source.width)) }
        let line = UnsafeBufferPointer(start: pixels, count: source.width * 3)
        guard size != source else {
            samples.append(contentsOf: line)
            return
        }
        addUp(line)
        row += 1
        height += 1
        if row == (samples.count / (size.width * 3) + 1) * source.height / size.height { finishBox() }
    }

    /// Ahead of the row's samples, which end the box.
    private mutating func addCoverage(_ shares: UnsafeBufferPointer<UInt8>) {
        guard size != source else {
            coverage.append(contentsOf: shares)
            return
        }
        for column in 0..<size.width {
            for place in edges[column]..<edges[column + 1] { coverageSums[column] += Int(shares[place]) }
        }
    }

    private mutating func addUp(_ line: UnsafeBufferPointer<UInt8>) {
        edges.withUnsafeBufferPointer { edges in
            sums.withUnsafeMutableBufferPointer { sums in
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
            }
        }
    }

    private mutating func finishBox() {
        // No box is wider than the narrowest by more than a column.
        let narrowest = source.width / size.width
        let means = (narrow: BoxMean(of: narrowest * height), wide: BoxMean(of: (narrowest + 1) * height))
        for column in 0..<size.width {
            let mean = edges[column + 1] - edges[column] == narrowest ? means.narrow : means.wide
            for place in column * 3..<column * 3 + 3 {
                line[place] = mean.of(sum: sums[place])
                sums[place] = 0
            }
            guard !coverageSums.isEmpty else { continue }
            coverage.append(mean.of(sum: coverageSums[column]))
            coverageSums[column] = 0
        }
        samples += line
        height = 0
    }
}
