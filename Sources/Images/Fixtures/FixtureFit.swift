import Fixtures
import Wire

/// Finds how much detail fits into a fixture of given pixels and bytes.
struct FixtureFit {
    /// Area of a sample in pixels. Fixtures up to this size are tried whole.
    private static let sampleArea = 40_000
    /// JPEG's standard tables need half a kilobyte more than its own, which matters only for small images;
    /// its own need the whole picture in memory.
    private static let compactArea = 100_000

    private let shape: FixtureShape
    private let identity: FixtureIdentity
    private let lines: [String]
    private let isWanted: @Sendable () -> Bool

    init(
        _ shape: FixtureShape,
        _ identity: FixtureIdentity,
        lines: [String],
        isWanted: @escaping @Sendable () -> Bool = { true }
    ) {
        self.shape = shape
        self.identity = identity
        self.lines = lines
        self.isWanted = isWanted
    }

    /// The roughest style that a smaller picture predicts to fit, as an index into `FixtureStyle.all`.
    func expectedLevel() throws(ImageError) -> Int {
        let room = Double(shape.bytes - FixturePadding.least(shape.kind))
        let scale = Double(shape.pixels.area) / Double(sampleSize.area)
        guard scale > 1 else { return try roughest(shape.pixels, lines, limit: Int(room)) }
        // Tables have a fixed size, letters grow with the sides, and everything else grows with the area.
        let frame = Double(try encode(PixelSize(width: 1, height: 1), 0, [], limit: .max)?.count ?? 0)
        let letters = Double(try letterBytes()) * scale.squareRoot()
        let limit = frame + max(0, room - frame - letters) / scale * 0.98
        return try roughest(sampleSize, blankLines, limit: Int(limit))
    }

    private func roughest(_ size: PixelSize, _ lines: [String], limit: Int) throws(ImageError) -> Int {
        var (fits, tooMuch) = (0, FixtureStyle.all.count)
        while tooMuch - fits > 1 {
            let middle = (fits + tooMuch) / 2
            if try encode(size, middle, lines, limit: limit) != nil {
                fits = middle
            } else {
                tooMuch = middle
            }
        }
        return fits
    }

    /// Bytes of a sample's letters.
    private func letterBytes() throws(ImageError) -> Int {
        let written = try encode(sampleSize, FixtureStyle.smoothLevel, lines, limit: .max)?.count ?? 0
        let blank = try encode(sampleSize, FixtureStyle.smoothLevel, blankLines, limit: .max)?.count ?? 0
        return max(0, written - blank)
    }

    private var blankLines: [String] { lines.map { String(repeating: " ", count: $0.count) } }

    /// nil if the image exceeds the limit.
    func encode(_ level: Int, limit: Int) throws(ImageError) -> [UInt8]? {
        try encode(shape.pixels, level, lines, limit: limit)
    }

    private func encode(
        _ size: PixelSize,
        _ level: Int,
        _ lines: [String],
        limit: Int
    ) throws(ImageError) -> [UInt8]? {
        let style = FixtureStyle.all[level]
        let painter = FixturePainter(size, of: shape.pixels, style, identity, lines: lines)
        let settings = ImageEncoder.Settings(
            quality: style.quality,
            subsampling: style.subsampling,
            isProgressive: shape.isProgressive,
            isCompact: shape.pixels.area <= Self.compactArea
        )
        let job = EncodingJob(size, limit: limit, isWanted: isWanted) { painter.paint($0, into: $1) }
        return try ImageEncoder.encode(shape.kind, settings, job)
    }

    /// The same aspect ratio, within whole pixels.
    private var sampleSize: PixelSize {
        let pixels = shape.pixels
        guard pixels.area > Self.sampleArea else { return pixels }
        let factor = (Double(Self.sampleArea) / Double(pixels.area)).squareRoot()
        let width = max(1, Int(Double(pixels.width) * factor))
        let height = max(1, Int(Double(pixels.height) * factor))
        return PixelSize(width: width, height: height)
    }
}
