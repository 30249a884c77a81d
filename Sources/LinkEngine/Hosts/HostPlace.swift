import Wire

/// Which interfaces and addresses the two ends of a line have.
///
/// Several lines can begin on one client's host. Each leads to an origin's host of its own.
package struct HostPlace: Hashable, Sendable {
    /// The numbers of lines beside the first: 198.18.0.0/15 has so many networks of 256 addresses left.
    package static let besides = 1...511
    /// The line of a client's host that is made with it.
    package static let first = HostPlace(number: 0)

    package let number: Int

    private init(number: Int) {
        self.number = number
    }

    /// A line that begins on the client's host of the calling thread; nil if there is no such number.
    package init?(beside number: Int) {
        guard Self.besides.contains(number) else { return nil }
        self.number = number
    }

    /// True if the client's host is there already.
    var isBeside: Bool { number > 0 }

    package var clientInterface: String { "client\(number)" }
    package var originInterface: String { "origin\(number)" }
    package var clientAddress: UInt32 { 0xC612_0001 + UInt32(number) << 8 }
    package var originAddress: UInt32 { 0xC612_0002 + UInt32(number) << 8 }
    package var originAddressText: String { IPAddress.v4(originAddress).description }

    /// All of 198.18.0.0/15, the range reserved for benchmarks, is across the first line, but for the networks of the
    /// others.
    var prefixLength: Int { isBeside ? 24 : 15 }
}
