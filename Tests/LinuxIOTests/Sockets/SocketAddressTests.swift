import TestSupport
import Testing
import Wire

@testable import LinuxIO

@Suite(.timeLimit(.minutes(1))) struct SocketAddressTests {
    private static let hasIPv6 = MachineAddresses.all().contains(.loopback6)

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("0:0::0:1", "[::1]:80"),
        ("::ffff:192.0.2.7", "192.0.2.7:80"), ("2001:DB8::7", "[2001:db8::7]:80"), ("::", "[::]:80"),
    ])
    func `an address is parsed in any of its spellings`(text: String, shown: String) throws {
        let address = try #require(SocketAddress(text, port: 80))
        #expect(address.description == shown)
        // The kernel's layout converts back to the same address.
        let back = address.withRaw { raw, _ in SocketAddress(raw) }
        #expect(back == address)
    }

    @Test(arguments: ["localhost", "[::1]", "::1%lo", "127.1", "1.2.3.4.5", ":::", "", "::1 "])
    func `invalid addresses are rejected`(text: String) {
        #expect(SocketAddress(text, port: 80) == nil)
    }

    /// A listener on the first address is reached by the second, and sees the third.
    @Test(
        .enabled(if: hasIPv6, "needs IPv6 on the loopback"),
        arguments: [
            ("::1", "::1", "::1"), ("::", "::1", "::1"), ("::", "127.0.0.1", "127.0.0.1"),
            ("0.0.0.0", "127.0.0.1", "127.0.0.1"),
        ]
    )
    func `a listener accepts its own family, and both on the IPv6 wildcard`(
        listens: String,
        reached: String,
        seen: String
    ) throws {
        let listener = try ListeningSocket(try #require(SocketAddress(listens, port: 0)), backlog: 1)
        #expect(listener.address.host == SocketAddress(listens, port: 0)?.host)
        let address = try #require(SocketAddress(reached, port: listener.address.port))
        let client = try StreamSocket.connecting(to: address)
        #expect(Readiness.wait(for: [listener.raw], milliseconds: 30_000) == [true])
        guard let server = try listener.accept() else {
            Issue.record("nobody came")
            return
        }
        #expect(server.peer.host == SocketAddress(seen, port: 0)?.host)
        #expect(try server.peer.port == client.local().port)
    }

    @Test(.enabled(if: hasIPv6, "needs IPv6 on the loopback"))
    func `an IPv6 datagram reports its sender`() throws {
        let wanted = try #require(SocketAddress("::1", port: 0))
        let first = try DatagramSocket(wanted)
        let second = try DatagramSocket(wanted)
        try first.send([1, 2, 3], to: second.address)
        #expect(Readiness.wait(for: [second.raw], milliseconds: 30_000) == [true])
        let received = try #require(try second.receive(atMost: 10))
        #expect(received.bytes == [1, 2, 3] && received.peer == first.address)
    }
}
