import LinkModel
import Testing
import Wire

@testable import Grounds

@Suite struct BenchNamesTests {
    private func link(dnsDelayMs: Nanoseconds, oneWayMs: Nanoseconds = 0) -> LinkParameters {
        let side = DirectionParameters(oneWayDelay: oneWayMs * 1_000_000)
        return LinkParameters(down: side, up: side, dnsDelay: dnsDelayMs * 1_000_000)
    }

    @Test(arguments: [
        (1, 0, 6), (3000, 0, 8), (3000, 500, 9), (24_000, 500, 30), (29_000, 0, 30), (28_000, 500, 30),
    ])
    func `the resolver timeout exceeds the DNS delay`(dnsDelay: Int64, oneWay: Int64, seconds: Int)
        throws
    {
        #expect(try BenchNames.timeout(link(dnsDelayMs: dnsDelay, oneWayMs: oneWay)) == seconds)
    }

    @Test(arguments: [(29_001, 0), (29_000, 1), (3_600_000, 0)] as [(Int64, Int64)])
    func `rejects a DNS delay beyond the longest resolver timeout`(dnsDelay: Int64, oneWay: Int64) {
        #expect(throws: BenchError.self) {
            try BenchNames.timeout(link(dnsDelayMs: dnsDelay, oneWayMs: oneWay))
        }
    }

    @Test func `the client knows the address in advance if there is no DNS delay`() {
        #expect(BenchNames.knownAddresses(link(dnsDelayMs: 0)) == [.v4(0xC612_0002)])
        #expect(BenchNames.knownAddresses(link(dnsDelayMs: 1)) == nil)
        var slow = link(dnsDelayMs: 0)
        slow.aaaaDelay = 1
        #expect(BenchNames.knownAddresses(slow) == nil)
    }

    @Test(
        arguments: [
            (.v4, nil, ["198.18.0.2"], "198.18.0.2"), (.v6, nil, ["2001:2::2"], "2001:2::2"),
            (.both, nil, ["2001:2::2", "198.18.0.2"], "198.18.0.2"),
            // The address of IPv6 that does not work, too, comes first.
            (.both, .noRoute, ["2001:2::3", "198.18.0.2"], "198.18.0.2"),
            (.nat64, nil, ["64:ff9b:1::c612:2"], "2001:2::2"),
        ] as [(IPVersions, IPv6Fault?, [String], String)]
    )
    func `the origin and the name server have addresses of the line's versions of IP`(
        _ ip: IPVersions,
        _ fault: IPv6Fault?,
        _ origin: [String],
        _ server: String
    ) {
        var link = link(dnsDelayMs: 0)
        (link.ip, link.ip6Fault) = (ip, fault)
        #expect(BenchNames.knownAddresses(link)?.map(\.description) == origin)
        #expect(BenchNames.server(over: link.ip).description == server)
    }
}
