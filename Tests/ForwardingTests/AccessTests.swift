import Forwarding
import Testing
import Wire

@Suite struct AccessTests {
    @Test
    func `admits only clients of this machine and from allowed ranges`() throws {
        let range = try #require(IPNetwork(.v4(0xC0A8_0100), bits: 24))
        let access = ClientAccess(allowed: [range])
        #expect(access.allows(.loopback4) && access.allows(.loopback6))
        #expect(access.allows(.v4(0xC0A8_0105)))
        #expect(!access.allows(.v4(0xC0A8_0205)))
        // Programs of this machine that name it by an address of its own.
        let own = ClientAccess(ownAddresses: [.v4(0xC0A8_0205)])
        #expect(own.allows(.v4(0xC0A8_0205)) && own.isOwn(.v4(0xC0A8_0205)) && own.isOwn(.loopback4))
        #expect(!own.allows(.v4(0xC0A8_0105)) && !access.isOwn(.v4(0xC0A8_0105)))
    }

    @Test
    func `a proxy connects neither to itself nor to link-local addresses`() {
        let rules = DestinationRules(
            ownPorts: OwnPorts([8888]),
            ownAddresses: [.v4(0x0A00_0005)],
            allowsLinkLocal: false
        )
        func objection(to address: IPAddress, port: UInt16 = 80) -> ForbiddenDestination? {
            rules.objection(to: address, port: port, mayReachLoopback: true)
        }
        #expect(objection(to: .loopback4, port: 8888) == .proxyItself(.loopback4))
        #expect(objection(to: .v4(0x7F00_0009), port: 8888) != nil)
        #expect(objection(to: .v4(0x0A00_0005), port: 8888) != nil)
        #expect(objection(to: .v4(0x0A00_0005)) == nil)
        #expect(objection(to: .v4(0xA9FE_A9FE)) == .linkLocal(.v4(0xA9FE_A9FE)))
        let allowing = DestinationRules(ownPorts: OwnPorts(), ownAddresses: [], allowsLinkLocal: true)
        #expect(allowing.objection(to: .v4(0xA9FE_A9FE), port: 80, mayReachLoopback: true) == nil)
    }

    @Test(arguments: ["fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"])
    func `a proxy does not connect to cloud metadata addresses outside link-local`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        for isAllowed in [false, true] {
            let rules = DestinationRules(ownPorts: OwnPorts(), ownAddresses: [], allowsLinkLocal: isAllowed)
            let objection = rules.objection(to: address, port: 80, mayReachLoopback: true)
            #expect(objection == (isAllowed ? nil : .linkLocal(address)))
        }
    }

    @Test func `a port added later counts as the proxy itself, too`() {
        let ports = OwnPorts()
        let rules = DestinationRules(ownPorts: ports, ownAddresses: [], allowsLinkLocal: false)
        #expect(rules.objection(to: .loopback4, port: 8889, mayReachLoopback: true) == nil)
        ports.add(8889)
        #expect(
            rules.objection(to: .loopback4, port: 8889, mayReachLoopback: true) == .proxyItself(.loopback4)
        )
    }

    @Test func `loopback is reachable only for clients that may reach it`() throws {
        let rules = DestinationRules(ownPorts: OwnPorts([8888]), ownAddresses: [], allowsLinkLocal: false)
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::"] {
            let address = try #require(IPAddress(text))
            #expect(rules.objection(to: address, port: 80, mayReachLoopback: false) == .loopback(address))
            #expect(rules.objection(to: address, port: 80, mayReachLoopback: true) == nil)
            #expect(
                rules.objection(to: address, port: 8888, mayReachLoopback: false) == .proxyItself(address)
            )
        }
    }
}
