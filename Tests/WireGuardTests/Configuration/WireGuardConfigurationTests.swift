import Testing
import Wire

@testable import WireGuard

struct WireGuardConfigurationTests {
    private static let own = "WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs="
    private static let other = "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="

    private static let full = """
        [Interface]
        PrivateKey = \(own)
        Address = 10.9.0.2/32, fd00::2/128
        DNS = 10.9.0.1, fd00::1
        MTU = 1420

        [Peer]
        PublicKey = \(other)
        PresharedKey = \(own)
        AllowedIPs = 0.0.0.0/0, ::/0
        Endpoint = [2001:db8::7]:51820
        PersistentKeepalive = 25

        """

    @Test func `a configuration is written as WireGuard's programs read it, and read back`() throws {
        let configuration = WireGuardConfiguration(
            privateKey: try TunnelKey(text: Self.own),
            addresses: [AddressPrefix("10.9.0.2/32"), AddressPrefix("fd00::2/128")].compactMap { $0 },
            nameServers: [.v4(0x0A09_0001), .v6(high: 0xFD00 << 48, low: 1)],
            mtu: 1420,
            peers: [
                WireGuardConfiguration.Peer(
                    publicKey: try TunnelPublicKey(text: Self.other),
                    presharedKey: try TunnelPresharedKey(text: Self.own),
                    allowedAddresses: [.all4, .all6],
                    endpoint: ConfiguredEndpoint(
                        TunnelEndpoint(address: .v6(high: 0x2001_0DB8 << 32, low: 7), port: 51_820)
                    ),
                    persistentKeepalive: 25
                )
            ]
        )
        #expect(configuration.text == Self.full)
        #expect(try WireGuardConfiguration(text: Self.full) == configuration)
    }

    @Test func `spaces, capitals, comments and lists on several lines do not matter`() throws {
        let text = """
            # a phone
              [interface]
            privatekey=\(Self.own) # its own
            ADDRESS = 10.9.0.2/32\r
            Address=fd00::2/128
            listenport = 0

            [ Peer ]
            PublicKey\t=\t\(Self.other)
            AllowedIPs =
            PersistentKeepalive = off
            Endpoint = host.example:1
            """
        let read = try WireGuardConfiguration(text: text)
        #expect(read.addresses.map(\.description) == ["10.9.0.2/32", "fd00::2/128"])
        #expect(read.listenPort == 0 && read.mtu == nil && read.nameServers.isEmpty)
        let peer = try #require(read.peers.first)
        #expect(peer.allowedAddresses.isEmpty && peer.persistentKeepalive == nil && peer.presharedKey == nil)
        #expect(peer.endpoint?.description == "host.example:1" && peer.endpoint?.address == nil)
        #expect(try WireGuardConfiguration(text: read.text) == read)
    }

    @Test(arguments: [
        ("MTU = 1420", "MTU = 575", 5, "MTU takes a number of bytes from 576 to 65535"),
        ("MTU = 1420", "MTU = +600", 5, "MTU takes a number of bytes from 576 to 65535"),
        (
            "MTU = 1420", "MTU 1420", 5,
            "a line is a section such as [Peer], or a key and its value such as MTU = 1420"
        ),
        (
            "MTU = 1420", "Mtv = 1420", 5,
            "[Interface] has no key 'Mtv', but PrivateKey, Address, DNS, MTU, ListenPort"
        ),
        (
            "MTU = 1420", "DNS = 10.9.0.1,", 5,
            "DNS takes addresses such as 10.9.0.1 or fd00::1, with commas between them"
        ),
        ("MTU = 1420", "PrivateKey = 1", 5, "PrivateKey stands twice in its section"),
        ("MTU = 1420", "ListenPort = 65536", 5, "ListenPort takes a port from 0 to 65535"),
        ("MTU = 1420", "[Interface]", 5, "there is only one [Interface]"),
        ("[Peer]", "[Pear]", 7, "there is no section [Pear], but [Interface], [Peer]"),
        (
            "[Peer]", "[Peer", 7,
            "a line is a section such as [Peer], or a key and its value such as MTU = 1420"
        ),
        ("PublicKey = \(other)", "", 7, "[Peer] needs PublicKey: a key of 44 characters of base64"),
        ("PrivateKey = \(own)", "", 1, "[Interface] needs PrivateKey: a key of 44 characters of base64"),
        ("[Interface]", "", 2, "[Interface] or [Peer] comes first"),
        (
            "PublicKey = \(other)", "PublicKey = abc", 8,
            "PublicKey: a key has 44 characters of base64, the last one '='; this text has 3"
        ),
        (
            "::/0", "::/129", 10,
            "AllowedIPs takes networks such as 0.0.0.0/0 or fd00::/8, with commas between them"
        ),
        (
            "[2001:db8::7]:51820", "2001:db8::7:51820", 11,
            "Endpoint takes host and port, such as 198.51.100.7:51820, [2001:db8::7]:51820 or host.example:51820"
        ),
        (
            "= 25", "= -1", 12, "PersistentKeepalive takes seconds from 1 to 65535, or off"
        ),
    ])
    func `a wrong text is refused with its line, its key and what is allowed`(
        part: String,
        wrong: String,
        line: Int,
        reason: String
    ) throws {
        let range = try #require(Self.full.firstRange(of: part))
        let text = Self.full[..<range.lowerBound] + wrong + Self.full[range.upperBound...]
        let error = #expect(throws: ConfigurationError.self) {
            try WireGuardConfiguration(text: String(text))
        }
        #expect(error?.description == "line \(line): \(reason)")
    }

    @Test func `a text without sections needs one`() {
        let error = #expect(throws: ConfigurationError.self) {
            try WireGuardConfiguration(text: "\n# nothing\n")
        }
        #expect(error == ConfigurationError(line: 1, problem: .missing(.privateKey)))
    }

    @Test(arguments: [
        "", "host", "host:", "host:0", "host:65536", "host:+1", ":1", "[fd00::1]", "[fd00::1:1",
        "[10.0.0.1]:1", "fd00::1:1",
        "ho st:1", "[]:1", "host:000001",
    ])
    func `any other text is not an endpoint`(text: String) {
        #expect(ConfiguredEndpoint(text) == nil)
    }

    @Test func `all spellings of an address are one endpoint`() {
        let endpoint = ConfiguredEndpoint("[2001:db8::7]:1")
        #expect(endpoint != nil && ConfiguredEndpoint("[2001:0DB8:0::0:7]:1") == endpoint)
        #expect(ConfiguredEndpoint("[::ffff:10.0.0.1]:1") == ConfiguredEndpoint("10.0.0.1:1"))
    }

    @Test(arguments: ["198.51.100.7:51820", "[2001:db8::7]:1", "host-1.example:65535"])
    func `an endpoint is written as it is read`(text: String) {
        #expect(ConfiguredEndpoint(text)?.description == text)
    }
}
