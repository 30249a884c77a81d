import LinkModel
import Testing
import Theory

@Suite struct ValidationCostTests {
    private let dsl = LinkParameters(
        down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
        up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
    )

    // SYN and SYN-ACK of 60 bytes, the acknowledgement of 52, and the request of 83 + 9 + 35 plus 52 of
    // headers: 343 bytes up, including the later acknowledgement of the answer. Down 60, possibly 52, and 52
    // + 92.
    @Test func `a 304 costs its own packets in both directions`() throws {
        let cost = try #require(ValidationCost(over: dsl, bodyBytes: 10_000_000).confirmation)
        #expect(cost.up == 343)
        #expect(cost.down == 204 || cost.down == 256)
        // 60 B up, 60 B down, 52 + 179 B up, 144 B down: 1.875 + 0.24 + 1.625 + 5.59375 + 0.576 ms, and four times 5 ms.
        #expect(abs(cost.time - 29_910_000) < 300_000)
    }

    @Test func `a 304 on an open connection costs one round trip`() throws {
        let cost = try #require(ValidationCost(over: dsl, bodyBytes: 10_000_000).nextConfirmation)
        #expect(cost.up == 231)
        #expect(cost.down == 144 || cost.down == 196)
        #expect(abs(cost.time - (5_593_750 + 576_000 + 10_000_000)) < 300_000)
    }

    @Test func `the whole body costs its wire bytes and acknowledgements`() throws {
        let cost = try #require(ValidationCost(over: dsl, bodyBytes: 10_000_000).body)
        // At least 6907 full segments.
        #expect(cost.down > 10_000_000 + 6907 * 52 && cost.down < 10_000_000 + 7200 * 52)
        #expect(cost.up > 3000 * 52)
        #expect(cost.time > 41_400_000_000 && cost.time < 41_600_000_000)
    }

    @Test func `a dead link has no costs`() {
        var dead = dsl
        dead.down = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000, lossRatio: 1)
        let cost = ValidationCost(over: dead, bodyBytes: 1000)
        #expect(cost.body == nil && cost.confirmation == nil && cost.nextConfirmation == nil)
    }
}
