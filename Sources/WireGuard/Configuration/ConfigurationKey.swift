/// The keys of a configuration, as they are spelt; capitals do not matter.
package enum ConfigurationKey: String, CaseIterable, Hashable, Sendable {
    case privateKey = "PrivateKey"
    case address = "Address"
    case dns = "DNS"
    case mtu = "MTU"
    case listenPort = "ListenPort"
    case publicKey = "PublicKey"
    case presharedKey = "PresharedKey"
    case allowedIPs = "AllowedIPs"
    case endpoint = "Endpoint"
    case persistentKeepalive = "PersistentKeepalive"

    /// A section's heading, without brackets.
    package enum Section: String, CaseIterable, Hashable, Sendable {
        case interface = "Interface"
        case peer = "Peer"

        var keys: [ConfigurationKey] { ConfigurationKey.allCases.filter { $0.section == self } }
    }

    var section: Section {
        switch self {
        case .privateKey, .address, .dns, .mtu, .listenPort: .interface
        case .publicKey, .presharedKey, .allowedIPs, .endpoint, .persistentKeepalive: .peer
        }
    }

    /// A list may have several lines; they count as one.
    var isList: Bool {
        switch self {
        case .address, .dns, .allowedIPs: true
        default: false
        }
    }

    /// What may stand behind the key.
    var allowed: String {
        switch self {
        case .privateKey, .publicKey, .presharedKey: "a key of \(KeyText.count) characters of base64"
        case .address: "addresses such as 10.9.0.2/32 or fd00::2/128, with commas between them"
        case .dns: "addresses such as 10.9.0.1 or fd00::1, with commas between them"
        case .mtu:
            "a number of bytes from \(WireGuardConfiguration.allowedMTUs.lowerBound) to "
                + "\(WireGuardConfiguration.allowedMTUs.upperBound)"
        case .listenPort: "a port from 0 to 65535"
        case .allowedIPs: "networks such as 0.0.0.0/0 or fd00::/8, with commas between them"
        case .endpoint: "host and port, such as 198.51.100.7:51820, [2001:db8::7]:51820 or host.example:51820"
        case .persistentKeepalive: "seconds from 1 to 65535, or off"
        }
    }
}
