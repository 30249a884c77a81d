import LinuxIO
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct NameResolutionTests {
    static let switchFiles = [
        ("", "hosts: files dns\n"),
        ("hosts: files mymachines resolve [!UNAVAIL=return] dns\n", "hosts: files dns\n"),
        (
            "# hosts: none\npasswd: files systemd\n hosts:\tmdns4\n\nnetworks: files",
            """
            # hosts: none
            passwd: files systemd
            networks: files
            hosts: files dns

            """
        ),
    ]

    @Test(arguments: switchFiles)
    func `hosts are looked up in files and DNS, other databases stay unchanged`(
        before: String,
        after: String
    ) {
        #expect(String(decoding: NameResolution.withDNSLookup(Array(before.utf8)), as: UTF8.self) == after)
    }

    @Test func `resolv.conf gets the server, timeout, attempts and an empty search list`() {
        let text = NameResolution.resolverText(server: .v4(0xC612_0002), timeout: 8, attempts: 2)
        #expect(text == "nameserver 198.18.0.2\nsearch .\noptions timeout:8 attempts:2\n")
    }

    @Test(
        arguments: [
            ("", [0x7F00_0001]), ("# nameserver 10.0.0.1\nsearch a\n", [0x7F00_0001]),
            ("nameserver\t127.0.0.53\noptions edns0\nnameserver 10.0.0.1 # x\n", [0x7F00_0035, 0x0A00_0001]),
            ("nameserver fe80::1%eth0\n", []),
        ] as [(String, [UInt32])]
    )
    func `only the machine's IPv4 name servers are used`(text: String, servers: [UInt32]) {
        #expect(NameResolution.servers(inResolverText: text) == servers)
    }

    @Test func `EDNS is requested from a server with long answers`() {
        let text = NameResolution.resolverText(
            server: .v6(high: 0, low: 1),
            timeout: 5,
            attempts: 5,
            takesLongAnswers: true
        )
        #expect(text.hasSuffix("attempts:5 edns0\n"))
    }

    @Test(.enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"))
    func `the machine's own files stay unchanged`() async throws {
        let path = "/etc/resolv.conf"
        let before = try WholeFile.read(path, limit: 4096)
        try await OwnThread.run {
            try PrivateFiles.enter()
            try NameResolution.use(server: .v4(0xC612_0002), timeout: 8, attempts: 2)
            #expect(try Program("/bin/cat", [path]).run().output.hasPrefix("nameserver 198.18.0.2\n"))
            #expect(
                try Program("/bin/cat", ["/etc/nsswitch.conf"]).run().output.hasSuffix("hosts: files dns\n")
            )
        }
        #expect(try WholeFile.read(path, limit: 4096) == before)
    }
}
