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
        #expect(BenchNames.knownAddress(link(dnsDelayMs: 0)) == "198.18.0.2")
        #expect(BenchNames.knownAddress(link(dnsDelayMs: 1)) == nil)
    }
}
