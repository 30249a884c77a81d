import Wire

/// Scales an image down while its rows arrive from the top. Each pixel is the mean of the pixels that it
/// covers, with those at its edges weighted by the share covered.
struct BoxRows {
    private let source: PixelSize
    private let size: PixelSize
    private let across: ScalingAxis
    private let down: ScalingAxis
    /// Number of rows received, and of rows made from them.
    private var row = 0
    private var finished = 0
    private var colours: MixedPlane
    /// nil if all pixels are opaque.
    private var coverage: MixedPlane?

    /// `size` is at least 1 by 1, and no side is longer than that of `source`.
    init(from source: PixelSize, to size: PixelSize, hasCoverage: Bool = false) {
        self.source = source
        self.size = size
        across = ScalingAxis(from: source.width, to: size.width)
        down = ScalingAxis(from: source.height, to: size.height)
        colours = MixedPlane(width: size.width, height: size.height, channels: 3)
        coverage = hasCoverage ? MixedPlane(width: size.width, height: size.height, channels: 1) : nil
    }

    /// nil before the last row.
    var image: PixelBuffer? {
        guard colours.samples.count == size.area * 3 else { return nil }
        let isWhole = coverage?.samples.allSatisfy { $0 == Coverage.whole } ?? true
        return PixelBuffer(
            width: size.width,
            height: size.height,
            samples: colours.samples,
            coverage: isWhole ? nil : coverage?.samples
        )
    }

    /// Adds a row of `source.width` pixels, with their coverage if `hasCoverage` announced it.
    mutating func add(_ pixels: UnsafePointer<UInt8>, covering shares: UnsafePointer<UInt8>? = nil) {
        let line = UnsafeBufferPointer(start: pixels, count: source.width * 3)
        let shares = UnsafeBufferPointer(start: shares, count: shares == nil ? 0 : source.width)
        guard size != source else {
            colours.append(line)
            coverage?.append(shares)
            return
        }
        colours.mix(line, across)
        coverage?.mix(shares, across)
        // One row can be the last of one pixel and the first of the next.
        while finished < down.places.count, down.places[finished].first <= row {
            let place = down.places[finished]
            let index = place.weights.lowerBound + row - place.first
            colours.add(weight: down.weights[index])
            coverage?.add(weight: down.weights[index])
            guard index + 1 == place.weights.upperBound else { break }
            colours.finishRow()
            coverage?.finishRow()
            finished += 1
        }
        row += 1
    }
}
