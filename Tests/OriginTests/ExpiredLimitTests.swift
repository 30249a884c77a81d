import Serving
import Testing

@testable import Origin

@Suite struct ExpiredLimitTests {
    @Test(arguments: [
        (
            ExpiredLimit.handshake(30_000_000_000), 1,
            "the origin ended 1 connection whose TLS handshake did not finish within 30.000 s, its limit"
        ),
        (
            .standstill(60_000_000_000), 2,
            "the origin ended 2 connections whose client accepted no bytes for 60.000 s, its limit"
        ),
    ])
    func `reports the ended connections together with the limit`(
        limit: ExpiredLimit,
        connections: Int,
        words: String
    ) {
        #expect(limit.words(connections) == words)
    }
}
