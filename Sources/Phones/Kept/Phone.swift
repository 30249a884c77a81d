import LinkModel
package import WireGuard

/// One phone: its name, its place in the network and its keys. netlab makes the phone's private key, too, since a
/// QR code must have it.
package struct Phone: Hashable, Sendable {
    /// As many as one network of 8 bits has room for, with some to spare.
    package static let numbers: ClosedRange<UInt8> = 1...200

    package let name: PhoneName
    package let number: UInt8
    package let key: TunnelKey
    package let presharedKey: TunnelPresharedKey

    init(name: PhoneName, number: UInt8, key: TunnelKey, presharedKey: TunnelPresharedKey) {
        self.name = name
        self.number = number
        self.key = key
        self.presharedKey = presharedKey
    }

    /// With new keys.
    init(name: PhoneName, number: UInt8) throws(TunnelKeyError) {
        var randomness = TunnelRandomness.system
        self.init(
            name: name,
            number: number,
            key: try TunnelKey(&randomness),
            presharedKey: try TunnelPresharedKey(&randomness)
        )
    }

    package var addresses: PhoneAddresses { PhoneAddresses(number: number) }

    /// The phone as netlab's end of the tunnel knows it. It may always send from both of its addresses: one that was
    /// once configured with IPv6 must be answered, or it waits for IPv6 before it tries IPv4.
    package var peer: TunnelPeer {
        TunnelPeer(
            publicKey: key.publicKey,
            presharedKey: presharedKey,
            allowedAddresses: addresses.prefixes(.both)
        )
    }
}
