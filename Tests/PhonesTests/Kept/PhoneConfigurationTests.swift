import LinkModel
import Phones
import TestSupport
import Testing
import Wire
import WireGuard

@Suite(.timeLimit(.minutes(1)))
struct PhoneConfigurationTests {
    private static let endpoints = ["198.51.100.7:51820", "[2001:db8::7]:51820", "host.example:1"]

    /// The bench's name server.
    private static let names = IPAddress.v4(0xC612_0002)

    private func make(
        _ endpoint: String,
        ip: IPVersions
    ) throws -> (book: PhoneBook, phone: Phone, configuration: PhoneConfiguration) {
        let place = try BookFolder()
        var book = try PhoneBook(in: place.folder)
        let phone = try book.phone(named: try PhoneName("anna"))
        let reached = try #require(ConfiguredEndpoint(endpoint))
        return (
            book, phone,
            PhoneConfiguration(of: phone, in: book, reaching: reached, asking: Self.names, over: ip)
        )
    }

    @Test(arguments: [
        (IPVersions.both, "10.207.0.2/32, 2001:2:0:ffff::2/128"), (.v4, "10.207.0.2/32"),
        (.v6, "2001:2:0:ffff::2/128"), (.nat64, "2001:2:0:ffff::2/128"),
    ])
    func `a phone sends everything into the tunnel, with the addresses of its line`(
        ip: IPVersions,
        addresses: String
    ) throws {
        let (book, phone, configuration) = try make("198.51.100.7:51820", ip: ip)
        #expect(
            configuration.text == """
                [Interface]
                PrivateKey = \(phone.key.text)
                Address = \(addresses)
                DNS = 198.18.0.2
                MTU = 1420

                [Peer]
                PublicKey = \(book.key.publicKey)
                PresharedKey = \(phone.presharedKey.text)
                AllowedIPs = 0.0.0.0/0, ::/0
                Endpoint = 198.51.100.7:51820
                PersistentKeepalive = 25

                """
        )
    }

    @Test(arguments: endpoints, [IPVersions.both, .v4])
    func `a configuration's text is read back as the same configuration`(
        endpoint: String,
        ip: IPVersions
    ) throws {
        let configuration = try make(endpoint, ip: ip).configuration
        #expect(try WireGuardConfiguration(text: configuration.text) == configuration.wireGuard)
    }

    @Test func `netlab's end knows the phone by its key and both addresses`() throws {
        let (_, phone, configuration) = try make("198.51.100.7:51820", ip: .both)
        let peer = phone.peer
        #expect(peer.publicKey == configuration.wireGuard.privateKey.publicKey)
        #expect(peer.presharedKey == configuration.wireGuard.peers.first?.presharedKey)
        #expect(peer.allowedAddresses == configuration.wireGuard.addresses)
        #expect(peer.endpoint == nil && peer.persistentKeepalive == nil)
    }

    @Test func `a code has room for a configuration with the longest name of a host`() throws {
        let host = String(repeating: "a", count: 253)
        let configuration = try make("\(host):51820", ip: .both).configuration
        for correction in ErrorCorrection.allCases {
            #expect(try QRCode(configuration.text, correction: correction).size <= 101)
        }
    }

    @Test(
        .enabled(if: Program.find("wg") != nil, "needs wg (wireguard-tools)"),
        arguments: ["198.51.100.7:51820", "[2001:db8::7]:51820"]
    )
    func `WireGuard's own program reads all lines meant for it`(endpoint: String) throws {
        let text = try make(endpoint, ip: .both).configuration.text
        let result = try setWithoutInterface(text)
        #expect(
            result.status != 0 && result.errors.hasPrefix("Unable to modify interface"),
            "\(result.errors)"
        )
        // It does look at the lines.
        let refused = try setWithoutInterface(text.replacing("PersistentKeepalive", with: "Keepalive"))
        #expect(refused.errors.contains("Configuration parsing error"), "\(refused.errors)")
    }

    /// Lets `wg` set an interface that does not exist, which it finds out when it has read the text.
    private func setWithoutInterface(_ text: String) throws -> ProgramOutput {
        let program = try #require(Program.find("wg"))
        let folder = try ScratchFolder()
        // Lines for `wg-quick`, which removes them itself.
        let lines = text.split(separator: "\n").filter { line in
            !["Address", "DNS", "MTU"].contains { line.hasPrefix($0) }
        }
        try folder.write("anna.conf", lines.joined(separator: "\n") + "\n")
        return try Program(program, ["setconf", "netlab-none", folder.file("anna.conf")]).run()
    }
}
