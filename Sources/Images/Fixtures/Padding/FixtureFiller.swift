/// The bytes that pad a fixture: its identity, then pseudo-random bytes.
struct FixtureFiller {
    private let identity: FixtureIdentity
    private var number = 0

    init(_ identity: FixtureIdentity) {
        self.identity = identity
    }

    mutating func append(_ count: Int, to bytes: inout [UInt8]) {
        var missing = count
        while missing > 0 {
            // These draws are far from those of the pixels.
            let word = number == 0 ? identity.value : identity.bits(number &+ 1 << 40)
            number += 1
            withUnsafeBytes(of: word.bigEndian) { bytes += $0.prefix(missing) }
            missing -= 8
        }
    }
}
