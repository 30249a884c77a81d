package import Wire

/// Where a peer is reached, as a configuration has it: a name or an address, and a UDP port.
package struct ConfiguredEndpoint: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: UInt16

    package init(_ endpoint: TunnelEndpoint) {
        host = endpoint.address.description
        port = endpoint.port
    }

    /// Reads `198.51.100.7:51820`, `[2001:db8::7]:51820` or `host.example:51820`; nil for any other text.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits), port > 0, let host = Self.host(text[..<colon])
        else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// nil if it is a name, which somebody must look up.
    package var address: IPAddress? { IPAddress(host) }

    package var description: String { "\(address?.bracketed ?? host):\(port)" }

    /// An IPv6 address must have brackets, and nothing else may have them.
    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = String(text.dropFirst().dropLast())
            // An address has many spellings, and one endpoint is one value.
            return address.contains(":") ? IPAddress(address)?.description : nil
        }
        let isName = text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isName && 1...253 ~= text.utf8.count ? String(text) : nil
    }
}
