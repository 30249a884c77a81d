/// Position of a result's bytes among all, in one word: there may be a million results.
struct PackedPlace: Sendable {
    private static let lengthBits: UInt64 = 24

    private let word: UInt64

    init(start: Int, length: Int) {
        let most: UInt64 = 1 << Self.lengthBits - 1
        word = UInt64(start) << Self.lengthBits | min(most, UInt64(length))
    }

    var start: Int { Int(word >> Self.lengthBits) }
    var length: Int { Int(word & (1 << Self.lengthBits - 1)) }
}
