package import Wire

/// One end of a tunnel as WireGuard's own programs are told it: a `.conf` file, or a QR code with the same text.
package struct WireGuardConfiguration: Hashable, Sendable {
    package var privateKey: TunnelKey
    /// Of this end, inside the tunnel.
    package var addresses: [AddressPrefix]
    package var nameServers: [IPAddress]
    /// Of packets inside, in bytes; nil leaves the choice to the program.
    package var mtu: Int?
    /// nil leaves the choice to the program.
    package var listenPort: UInt16?
    package var peers: [Peer]

    package init(
        privateKey: TunnelKey,
        addresses: [AddressPrefix],
        nameServers: [IPAddress] = [],
        mtu: Int? = nil,
        listenPort: UInt16? = nil,
        peers: [Peer]
    ) {
        self.privateKey = privateKey
        self.addresses = addresses
        self.nameServers = nameServers
        self.mtu = mtu
        self.listenPort = listenPort
        self.peers = peers
    }

    /// The other end of the tunnel.
    package struct Peer: Hashable, Sendable {
        package var publicKey: TunnelPublicKey
        package var presharedKey: TunnelPresharedKey?
        /// What goes into the tunnel, and may come out of it.
        package var allowedAddresses: [AddressPrefix]
        package var endpoint: ConfiguredEndpoint?
        /// In seconds; nil for none.
        package var persistentKeepalive: UInt16?

        package init(
            publicKey: TunnelPublicKey,
            presharedKey: TunnelPresharedKey? = nil,
            allowedAddresses: [AddressPrefix],
            endpoint: ConfiguredEndpoint? = nil,
            persistentKeepalive: UInt16? = nil
        ) {
            self.publicKey = publicKey
            self.presharedKey = presharedKey
            self.allowedAddresses = allowedAddresses
            self.endpoint = endpoint
            self.persistentKeepalive = persistentKeepalive
        }
    }

    /// Sizes of packets that IPv4 and a datagram allow, in bytes.
    package static let allowedMTUs = 576...65_535

    /// The text of the file. It has the private key: only its owner may see it.
    package var text: String {
        var lines = ["[Interface]", line(.privateKey, privateKey.text)]
        lines += list(.address, addresses)
        lines += list(.dns, nameServers)
        if let mtu { lines.append(line(.mtu, mtu)) }
        if let listenPort { lines.append(line(.listenPort, listenPort)) }
        for peer in peers {
            lines += ["", "[Peer]", line(.publicKey, peer.publicKey)]
            if let secret = peer.presharedKey { lines.append(line(.presharedKey, secret.text)) }
            lines += list(.allowedIPs, peer.allowedAddresses)
            if let endpoint = peer.endpoint { lines.append(line(.endpoint, endpoint)) }
            if let seconds = peer.persistentKeepalive { lines.append(line(.persistentKeepalive, seconds)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ key: ConfigurationKey, _ value: some CustomStringConvertible) -> String {
        "\(key.rawValue) = \(value)"
    }

    private func list(_ key: ConfigurationKey, _ values: [some CustomStringConvertible]) -> [String] {
        values.isEmpty ? [] : [line(key, values.map(\.description).joined(separator: ", "))]
    }
}
