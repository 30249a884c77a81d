package import LinkModel
package import Wire
package import WireGuard

/// What a phone is told: a QR code's text, or a file's.
package struct PhoneConfiguration: Hashable, Sendable {
    /// Bytes of a packet inside, so that one outside fits 1500 bytes over IPv6, too. The programs' own choice.
    package static let mtu = 1420
    /// Seconds: ways through NAT close after 30 seconds of silence, and netlab's packets must find the phone.
    private static let keepalive: UInt16 = 25

    package let wireGuard: WireGuardConfiguration

    /// `endpoint` is where the phone reaches netlab, and `names` is the name server inside the tunnel. It has an address inside
    /// for each version of IP that the line carries.
    package init(
        of phone: Phone,
        in book: PhoneBook,
        reaching endpoint: ConfiguredEndpoint,
        asking names: IPAddress,
        over ip: IPVersions
    ) {
        wireGuard = WireGuardConfiguration(
            privateKey: phone.key,
            addresses: phone.addresses.prefixes(ip),
            nameServers: [names],
            mtu: Self.mtu,
            peers: [
                WireGuardConfiguration.Peer(
                    publicKey: book.key.publicKey,
                    presharedKey: phone.presharedKey,
                    // Always both: a phone would otherwise send the other version around the line.
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
