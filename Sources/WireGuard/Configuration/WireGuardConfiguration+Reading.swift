import Wire

extension WireGuardConfiguration {
    /// Reads the text of a `.conf` file. Capitals of sections and keys do not matter; `#` begins a comment.
    package init(text: String) throws(ConfigurationError) {
        let sections = try ConfigurationSection.sections(of: text)
        let interfaces = sections.filter { $0.kind == .interface }
        if interfaces.count > 1 {
            throw ConfigurationError(line: interfaces[1].line, problem: .secondInterface)
        }
        guard let interface = interfaces.first else {
            throw ConfigurationError(line: 1, problem: .missing(.privateKey))
        }
        guard
            let privateKey = try interface.key(
                .privateKey,
                { (text) throws(TunnelKeyError) in try TunnelKey(text: text) }
            )
        else { throw ConfigurationError(line: interface.line, problem: .missing(.privateKey)) }
        self.init(
            privateKey: privateKey,
            addresses: try interface.list(.address) { AddressPrefix($0) },
            nameServers: try interface.list(.dns) { IPAddress($0) },
            mtu: try interface.value(.mtu) { text in
                Self.number(text).flatMap { Self.allowedMTUs.contains($0) ? $0 : nil }
            },
            listenPort: try interface.value(.listenPort) { Self.number($0).flatMap(UInt16.init(exactly:)) },
            peers: []
        )
        for section in sections where section.kind == .peer { peers.append(try Peer(section)) }
    }

    /// Digits alone: `Int` takes a sign, too.
    static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

extension WireGuardConfiguration.Peer {
    fileprivate init(_ section: ConfigurationSection) throws(ConfigurationError) {
        guard
            let publicKey = try section.key(
                .publicKey,
                { (text) throws(TunnelKeyError) in try TunnelPublicKey(text: text) }
            )
        else { throw ConfigurationError(line: section.line, problem: .missing(.publicKey)) }
        let seconds = try section.value(.persistentKeepalive) { text in
            text.lowercased() == "off"
                ? 0 : WireGuardConfiguration.number(text).flatMap(UInt16.init(exactly:))
        }
        self.init(
            publicKey: publicKey,
            presharedKey: try section.key(.presharedKey) { (text) throws(TunnelKeyError) in
                try TunnelPresharedKey(text: text)
            },
            allowedAddresses: try section.list(.allowedIPs) { AddressPrefix($0) },
            endpoint: try section.value(.endpoint) { ConfiguredEndpoint($0) },
            // Zero is another spelling of `off`.
            persistentKeepalive: seconds == 0 ? nil : seconds
        )
    }
}
