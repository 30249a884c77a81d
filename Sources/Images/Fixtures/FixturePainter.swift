import Wire

/// The picture on a fixture: a gradient between seeded colours under noise, which together compress about as
/// well as a photograph, and a label. Made row by row; a row is always the same.
struct FixturePainter: Sendable {
    /// Size of the noise, from which each row takes a part at another place. A power of two.
    private static let noiseCount = 1 << 14

    private let size: PixelSize
    /// Size that the gradient spans.
    private let whole: PixelSize
    private let style: FixtureStyle
    private let identity: FixtureIdentity
    private let label: FixtureLabel?
    /// Red, green and blue of the left, right and lower edges.
    private let edges: [Int]
    private let noise: [Int16]

    /// A picture of `size`, or a sample of a larger one with the same gradient slope.
    init(
        _ size: PixelSize,
        of whole: PixelSize,
        _ style: FixtureStyle,
        _ identity: FixtureIdentity,
        lines: [String]
    ) {
        self.size = size
        self.whole = whole
        self.style = style
        self.identity = identity
        label = style.hasLabel ? FixtureLabel(lines, on: size) : nil
        edges = (0..<9).map { 48 + Int(identity.bits($0 - 9) % 144) }
        noise = (0..<(style.noise > 0 ? Self.noiseCount / 8 : 0)).flatMap { number in
            let bits = identity.bits(number)
            return (0..<8).map { byte in
                Int16((Int(bits >> UInt64(byte * 8) & 0xFF) - 128) * style.noise / 256)
            }
        }
    }

    func paint(_ row: Int, into samples: UnsafeMutableBufferPointer<UInt8>) {
        // 16 fractional bits.
        let down = style.hasGradient ? (row << 16) / whole.height : 0
        let draw = identity.bits(row &+ 1 << 32)
        if !noise.isEmpty, draw >> 60 < UInt64(style.noisyRows) {
            paintNoisy(down, from: Int(truncatingIfNeeded: draw), samples)
        } else {
            paintSmooth(down, samples)
        }
        label?.paint(row, into: samples)
    }

    private func paintSmooth(_ down: Int, _ samples: UnsafeMutableBufferPointer<UInt8>) {
        var colour = (start(0, down), start(1, down), start(2, down))
        let step = (step(0), step(1), step(2))
        for place in stride(from: 0, to: size.width &* 3, by: 3) {
            samples[place] = Self.sample(colour.0, 0)
            samples[place &+ 1] = Self.sample(colour.1, 0)
            samples[place &+ 2] = Self.sample(colour.2, 0)
            colour = (colour.0 &+ step.0, colour.1 &+ step.1, colour.2 &+ step.2)
        }
    }

    private func paintNoisy(_ down: Int, from start: Int, _ samples: UnsafeMutableBufferPointer<UInt8>) {
        var colour = (self.start(0, down), self.start(1, down), self.start(2, down))
        let step = (step(0), step(1), step(2))
        let mask = Self.noiseCount - 1
        noise.withUnsafeBufferPointer { noise in
            for place in stride(from: 0, to: size.width &* 3, by: 3) {
                let index = start &+ place
                samples[place] = Self.sample(colour.0, noise[index & mask])
                samples[place &+ 1] = Self.sample(colour.1, noise[(index &+ 1) & mask])
                samples[place &+ 2] = Self.sample(colour.2, noise[(index &+ 2) & mask])
                colour = (colour.0 &+ step.0, colour.1 &+ step.1, colour.2 &+ step.2)
            }
        }
    }

    private func start(_ channel: Int, _ down: Int) -> Int {
        edges[channel] << 16 + (edges[6 + channel] - edges[channel]) * down
    }

    private func step(_ channel: Int) -> Int {
        style.hasGradient ? ((edges[3 + channel] - edges[channel]) << 16) / whole.width : 0
    }

    @inline(__always)
    private static func sample(_ colour: Int, _ noise: Int16) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, colour >> 16 &+ Int(noise))))
    }
}
