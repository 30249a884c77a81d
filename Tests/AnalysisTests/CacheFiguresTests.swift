import Logs
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct CacheFiguresTests {
    private func transfer(
        _ source: ImageSource,
        _ ms: Int64,
        tier: CacheTier? = nil,
        wire: (down: Int, up: Int)? = nil,
        sharedWith: Int? = nil
    ) -> TransferResult {
        var transfer = TransferResult(
            id: 0,
            step: "s",
            file: "a.jpg",
            url: "",
            source: source,
            tier: tier,
            start: .zero,
            duration: ms * 1_000_000,
            bodyBytes: source == .none ? 0 : 10_000_000,
            phases: TransferPhases(cache: 700, decode: 30)
        )
        (transfer.wireDownBytes, transfer.wireUpBytes) = (wire?.down, wire?.up)
        transfer.sharedWith = sharedWith
        return transfer
    }

    @Test func `counts every caller once, by who answered`() {
        let transfers = [
            transfer(.network, 900), transfer(.network, 900, sharedWith: 0), transfer(.memory, 0),
            transfer(.disk, 1, tier: .disk), transfer(.revalidated, 11, tier: .disk), transfer(.none, 5),
        ]
        let answers = CacheAnalysis(transfers).figures(transfers, CacheCounters()).answers
        #expect((answers.memory, answers.disk, answers.revalidated) == (1, 1, 1))
        #expect((answers.network, answers.coalesced, answers.none) == (1, 1, 1))
    }

    @Test func `a 304 saves the first transfer's wire bytes minus its own, in both directions`() {
        let first = transfer(.network, 41_500, wire: (10_360_000, 190_000))
        let second = transfer(.revalidated, 11, tier: .disk, wire: (301, 340))
        let figures = CacheAnalysis([first, second]).figures([second], CacheCounters())
        #expect(figures.bytesSaved == 10_000_000)
        #expect(figures.wireDownSaved == 10_360_000 - 301)
        #expect(figures.wireUpSaved == 190_000 - 340)
        #expect(figures.saved == (41_500 - 11) * 1_000_000)
        #expect(figures.improvement == 1 - 11.0 / 41_500)
        #expect((figures.diskRead, figures.decode) == (700, 30))
    }

    @Test func `compares with the first transfer, and saves no time without one`() {
        let transfers = [transfer(.network, 100), transfer(.network, 10), transfer(.memory, 1)]
        let caches = CacheAnalysis(transfers)
        #expect(caches.figures(transfers, CacheCounters()).saved == 99 * 1_000_000)
        let alone = CacheAnalysis([transfer(.memory, 1)]).figures([transfer(.memory, 1)], CacheCounters())
        #expect((alone.saved, alone.improvement, alone.bytesSaved) == (0, nil, 10_000_000))
    }

    @Test func `evictions and sizes come from the caches' counters`() {
        var (before, after) = (CacheCounters(), CacheCounters())
        (before.evictions, before.memoryBytes) = (3, 9)
        (after.evictions, after.memoryBytes, after.diskBytes) = (5, 7, 8)
        let figures = CacheAnalysis([]).figures([], after.since(before))
        #expect((figures.evictions, figures.memoryBytes, figures.diskBytes) == (2, 7, 8))
    }
}
