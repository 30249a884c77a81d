/// Cube roots as near as Linux takes them: a first guess from a table, and one step of Newton's. They are up to some
/// thousandths off, which decides when CUBIC's window grows.
enum CubeRoot {
    /// For 0 to 63: 64 times the root, less ten.
    private static let guesses: [Int] = [
        0, 54, 54, 54, 118, 118, 118, 118, 123, 129, 134, 138, 143, 147, 151, 156, 157, 161, 164, 168, 170,
        173,
        176, 179, 181, 185, 187, 190, 192, 194, 197, 199, 200, 202, 204, 206, 209, 211, 213, 215, 217, 219,
        221,
        222, 224, 225, 227, 229, 231, 232, 234, 236, 237, 239, 240, 242, 244, 245, 246, 248, 250, 251, 252,
        254,
    ]

    /// `value` is not negative.
    static func near(_ value: Int) -> Int {
        guard value >= guesses.count else { return (guesses[value] + 35) >> 6 }
        // A third of the bits, so that six or fewer are left for the table.
        let bits = Int.bitWidth - value.leadingZeroBitCount
        let third = ((bits * 84) >> 8) - 1
        let guess = ((guesses[value >> (3 * third)] + 10) << third) >> 6
        // 341 of 1,024 are a third.
        return ((2 * guess + value / (guess * (guess - 1))) * 341) >> 10
    }
}
