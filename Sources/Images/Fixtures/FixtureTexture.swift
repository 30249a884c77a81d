/// How a fixture looks and is encoded: a gradient between seeded colours under noise, which together compress about
/// as far as a photograph does.
struct FixtureTexture: Sendable {
    let kind: ImageKind
    /// Of JPEG.
    let quality: Int
    let subsampling: Int
    /// Noise spans this many values, a power of two.
    let noise: Int
    /// Just above what it takes, measured over many seeds, so that the first attempt almost always fits.
    let bytesPerPixel: Double

    /// Eight by eight pixels: one block of JPEG.
    static let smallestArea = 64
    /// More pixels than this would make fixtures slow; larger ones have rougher pixels, then padding.
    private static let largestArea = 6_000_000
    /// Signature, tables and the like.
    private static let frameBytes = 360

    static let all: [FixtureTexture] = [
        FixtureTexture(kind: .jpeg, quality: 88, subsampling: 2, noise: 64, bytesPerPixel: 0.44),
        FixtureTexture(kind: .jpeg, quality: 93, subsampling: 1, noise: 64, bytesPerPixel: 1.22),
        FixtureTexture(kind: .jpeg, quality: 96, subsampling: 1, noise: 128, bytesPerPixel: 2.2),
        FixtureTexture(kind: .png, quality: 0, subsampling: 0, noise: 16, bytesPerPixel: 1.81),
    ]

    /// The smoothest one that needs no more than the largest area.
    static func fitting(_ kind: ImageKind, bytes: Int) -> FixtureTexture {
        let candidates = all.filter { $0.kind == kind }
        return candidates.first { Double(bytes) / $0.bytesPerPixel <= Double(largestArea) }
            ?? candidates[candidates.count - 1]
    }

    func area(forBytes bytes: Int) -> Int {
        let pixels = Double(max(0, bytes - Self.frameBytes)) / bytesPerPixel
        return min(Self.largestArea, max(Self.smallestArea, Int(pixels)))
    }

    /// Four by three, where there is room for it.
    static func dimensions(area: Int) -> (width: Int, height: Int) {
        let width = max(8, Int((Double(area) * 4 / 3).squareRoot()))
        return (width, max(8, area / width))
    }

    func encode(_ image: PixelBuffer) throws(ImageError) -> [UInt8] {
        switch kind {
        case .jpeg:
            // Standard tables cost half a kilobyte, which only small files notice.
            try JPEGCodec.encode(
                image,
                quality: quality,
                subsampling: subsampling,
                isCompact: image.samples.count < 300_000
            )
        case .png: try PNGCodec.encode(image)
        }
    }

    func paint(_ size: (width: Int, height: Int), _ identity: FixtureIdentity) -> PixelBuffer {
        let corners = (0..<9).map { 48 + Int(identity.bits($0 - 9) % 144) }
        let mask = UInt64(noise - 1)
        let count = size.width * size.height * 3
        let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            var index = 0
            for y in 0..<size.height {
                // 16 fractional bits; one corner's colour to the left, another to the right, a third below.
                let down = (y << 16) / size.height
                var colour = (0, 0, 0)
                colour.0 = corners[0] << 16 + (corners[6] - corners[0]) * down - noise << 15
                colour.1 = corners[1] << 16 + (corners[7] - corners[1]) * down - noise << 15
                colour.2 = corners[2] << 16 + (corners[8] - corners[2]) * down - noise << 15
                let step = (
                    ((corners[3] - corners[0]) << 16) / size.width,
                    ((corners[4] - corners[1]) << 16) / size.width,
                    ((corners[5] - corners[2]) << 16) / size.width
                )
                for _ in 0..<size.width {
                    let random = identity.bits(index)
                    buffer[index] = Self.sample(colour.0, random & mask)
                    buffer[index + 1] = Self.sample(colour.1, random >> 16 & mask)
                    buffer[index + 2] = Self.sample(colour.2, random >> 32 & mask)
                    colour.0 &+= step.0
                    colour.1 &+= step.1
                    colour.2 &+= step.2
                    index &+= 3
                }
            }
            initialised = count
        }
        return PixelBuffer(width: size.width, height: size.height, samples: samples)
    }

    @inline(__always)
    private static func sample(_ colour: Int, _ noise: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, colour >> 16 &+ Int(truncatingIfNeeded: noise))))
    }
}
