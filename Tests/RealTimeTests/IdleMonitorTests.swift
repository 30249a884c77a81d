import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct IdleMonitorTests {
    private static let patience = IdleMonitor.patience

    @Test func `a sleep lasts no longer than the patience`() {
        var watch = IdleMonitor()
        let lengths = [nil, 3, Self.patience, Self.patience + 1]
        #expect(lengths.map { watch.sleep(of: $0) } == [Self.patience, 3, Self.patience, Self.patience])
        watch.slept(Self.patience, wasWoken: false)
        #expect(lengths.map { watch.sleep(of: $0) } == lengths)
    }

    @Test(
        arguments: [
            // Time to the next packet, whether it only became due, and the judgement after each.
            ([(Self.patience - 1, false), (Self.patience - 1, false)], [false, false]),
            ([(Self.patience, false), (1, false), (1, true)], [true, true, false]),
            ([(Self.patience, false), (60 * Self.patience, true)], [true, false]),
            ([(Self.patience, true), (1, false)], [false, false]),
        ]
    )
    func `it is quiet after a full sleep, until a packet arrives`(
        sleeps: [(Nanoseconds, Bool)],
        judgements: [Bool]
    ) {
        var watch = IdleMonitor()
        let judged = sleeps.map { length, wasWoken in
            watch.slept(length, wasWoken: wasWoken)
            return watch.isQuiet
        }
        #expect(judged == judgements)
    }
}
