/// The amount of detail on a fixture, which determines its size in bytes.
struct FixtureStyle: Hashable, Sendable {
    var hasLabel = true
    var hasGradient = true
    /// Range of the noise, of 256 values.
    var noise = 0
    /// Number of rows with noise, of sixteen.
    var noisyRows = 16
    var quality = 88
    /// 2 halves the colours' resolution in both directions, 1 keeps it.
    var subsampling = 2

    /// Index of the style with everything but noise.
    static let smoothLevel = 2

    /// From the plainest, a single colour, to the roughest. Each takes more bytes than the previous one.
    static let all: [FixtureStyle] =
        [
            FixtureStyle(hasLabel: false, hasGradient: false), FixtureStyle(hasGradient: false),
            FixtureStyle(),
        ]
        + [1, 2, 3, 4, 6, 8, 10, 12, 14].map { FixtureStyle(noise: 3, noisyRows: $0) }
        + [
            3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 21, 24, 28, 32, 36, 41, 47, 54, 62, 71, 82, 94, 108,
            124, 143,
            164, 189, 217, 256,
        ].map { FixtureStyle(noise: $0) }
        + [
            FixtureStyle(noise: 256, quality: 92, subsampling: 1),
            FixtureStyle(noise: 256, quality: 96, subsampling: 1),
            FixtureStyle(noise: 256, quality: 99, subsampling: 1),
        ]
}
