package import Wire
package import WireGuard

/// What a phone is told: a QR code's text, or a file's.
package struct PhoneConfiguration: Hashable, Sendable {
    /// Bytes of a packet inside, so that one outside fits 1500 bytes over IPv6, too. The programs' own choice.
    package static let mtu = 1420
    /// Seconds: ways through NAT close after 30 seconds of silence, and netlab's packets must find the phone.
    private static let keepalive: UInt16 = 25

    package let wireGuard: WireGuardConfiguration

    /// `endpoint` is where the phone reaches netlab, and `names` is the name server inside the tunnel. Without `ip6` the phone
    /// has no IPv6 address inside.
    package init(
        of phone: Phone,
        in book: PhoneBook,
        reaching endpoint: ConfiguredEndpoint,
        asking names: IPAddress,
        ip6: Bool
    ) {
        wireGuard = WireGuardConfiguration(
            privateKey: phone.key,
            addresses: phone.addresses.prefixes(ip6: ip6),
            nameServers: [names],
            mtu: Self.mtu,
            peers: [
                WireGuardConfiguration.Peer(
                    publicKey: book.key.publicKey,
                    presharedKey: phone.presharedKey,
                    // IPv6 always: a phone that has it elsewhere would otherwise send it around the line.
                    allowedAddresses: [.all4, .all6],
                    endpoint: endpoint,
                    persistentKeepalive: Self.keepalive
                )
            ]
        )
    }

    /// It has the phone's private key: only its owner may see it.
    package var text: String { wireGuard.text }
}
