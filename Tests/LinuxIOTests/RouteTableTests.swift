import LinuxIO
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct RouteTableTests {
    private static let text = """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        eth0\t00000000\t01D814AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
        eth0\t00D814AC\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
        tun0\t000013C6\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
        broken

        """

    @Test func `routes are parsed from the kernel's table`() {
        let table = RouteTable(kernelText: Self.text)
        #expect(table.routes.map(\.interface) == ["eth0", "eth0", "tun0"])
        #expect(table.routes.map(\.destination) == [0, 0xAC14_D800, 0xC613_0000])
        #expect(table.routes.map(\.mask) == [0, 0xFFFF_FF00, 0xFFFF_0000])
        #expect(table.hasDefault(on: "eth0") && !table.hasDefault(on: "tun0"))
        #expect(RouteTable(kernelText: "").routes == [])
    }

    @Test func `IPv6 leads out where a default route does`() {
        let zeros = String(repeating: "0", count: 32)
        let local = "\(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo\n"
        let narrow =
            "fd\(zeros.dropFirst(2)) 40 \(zeros) 00 \(zeros) 00000100 00000001 00000000 00000001     eth0\n"
        let way =
            "\(zeros) 00 \(zeros) 00 fd\(zeros.dropFirst(2)) 00000400 00000001 00000000 00000003     eth0\n"
        let texts = ["", "broken", local + narrow, local + narrow + way]
        #expect(
            texts.map { RouteTable(kernelText: Self.text, text6: $0).hasIPv6Default } == [
                false, false, false, true,
            ]
        )
    }

    @Test(
        arguments: [
            (0xAC14_D800, 0xFFFF_FFFC, true), (0xAC14_D8FC, 0xFFFF_FFFC, true),
            (0xAC14_D900, 0xFFFF_FFFC, false),
            (0xAC14_0000, 0xFFFF_0000, true), (0xC613_0004, 0xFFFF_FFFC, false),
            (0x0808_0808, 0xFFFF_FFFF, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func `a network is in use if a specific route reaches any part of it`(
        network: UInt32,
        mask: UInt32,
        isTaken: Bool
    ) {
        #expect(RouteTable(kernelText: Self.text).reaches(network, mask: mask) == isTaken)
    }

    @Test(.enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"))
    func `an unreachable gateway and a duplicate masquerading rule are refused`() async throws {
        try await OwnThread.run {
            let namespace = try NetworkNamespace.make()
            try namespace.enter()
            let routes = try RouteSocket()
            try routes.bringUp("lo")
            try routes.addAddress(.v4(0x0A00_0001), prefixLength: 30, to: "lo")
            #expect(try !RouteTable.current().hasDefault(on: "lo"))
            #expect(throws: SystemCallError.self) {
                try routes.addDefaultRoute(by: .v4(0x0B00_0001), on: "lo")
            }
            let addresses = [IPAddress.v6(high: 0x2001_0002 << 32, low: 1), .v4(0x0A00_0001)]
            let rule = try Masquerade(of: addresses.map { IPNetwork(host: $0) }, table: "netlab1")
            for address in addresses {
                #expect(throws: SystemCallError.self) {
                    _ = try Masquerade(of: [IPNetwork(host: address)], table: "netlab1")
                }
            }
            extendLifetime(rule)
        }
    }
}
