import Wire

/// An address in two words, so that comparing flows means comparing words.
struct PackedAddress: Hashable {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var isIPv6 = false

    var address: IPAddress {
        isIPv6 ? .v6(high: high, low: low) : .v4(UInt32(truncatingIfNeeded: low))
    }
}
