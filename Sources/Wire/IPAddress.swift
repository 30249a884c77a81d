/// An IP address.
package enum IPAddress: Hashable, Sendable {
    /// In host byte order.
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        switch self {
        case .v4(let address):
            [16, 8, 0].reduce(into: Self.octets[Int(address >> 24)]) { text, shift in
                text += "."
                text += Self.octets[Int(address >> shift & 0xFF)]
            }
        case .v6(let high, let low):
            Self.text(
                groups: [high, low].flatMap { half in
                    [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) }
                }
            )
        }
    }

    /// The numbers as text: logs have an address on every line, and making these costs most of it.
    private static let octets = (0...255).map { $0.description }

    /// Text by RFC 5952: lower case, with `::` for the first of the longest runs of zeros.
    private static func text(groups: [UInt16]) -> String {
        var longest = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        func hexadecimal(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        if longest.isEmpty { return hexadecimal(groups[...]) }
        return "\(hexadecimal(groups[..<longest.lowerBound]))::\(hexadecimal(groups[longest.upperBound...]))"
    }
}
