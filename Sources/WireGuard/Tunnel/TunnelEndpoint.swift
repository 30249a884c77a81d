package import Wire

/// Where an end of a tunnel sends its datagrams from: an address and a UDP port.
package struct TunnelEndpoint: Hashable, Sendable, CustomStringConvertible {
    package var address: IPAddress
    package var port: UInt16

    package init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    package var description: String { "\(address.bracketed):\(port)" }

    /// What a cookie follows from.
    var bytes: [UInt8] {
        let address =
            switch address {
            case .v4(let bits): bits.bigEndianBytes
            case .v6(let high, let low): high.bigEndianBytes + low.bigEndianBytes
            }
        return address + port.bigEndianBytes
    }
}
