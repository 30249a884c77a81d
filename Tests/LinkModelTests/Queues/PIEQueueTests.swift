import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct PIEQueueTests {
    @Test(arguments: [1.05, 1.25, 2.0])
    func `a lasting overload is dropped so that the delay holds its target`(load: Double) {
        var traffic = Traffic()
        traffic.add(flow: 1, bytes: 500, every: Nanoseconds(500_000 / load), until: 20_000_000_000)
        let results = traffic.carried(by: .queueing(.pie(ProportionalIntegral())))
        let settled = results.filter { $0.arrival >= Instant(nanoseconds: 10_000_000_000) }
        let waited = Moments(settled.filter(\.isDelivered).map { Double($0.waited) })
        #expect(abs(waited.mean - 15e6) < 4e6)
        let share = MeasuredShare(settled.map { $0.decision.fate == .congestion })
        #expect(abs(share.ratio - (1 - 1 / load)) < 0.01)
    }

    @Test func `a burst shorter than 150 ms passes`() {
        var traffic = Traffic()
        traffic.add(flow: 1, every: 500_000, until: 140_000_000)
        #expect(traffic.carried(by: .queueing(.pie(ProportionalIntegral()))).allSatisfy { $0.isDelivered })
        // Much later, a burst passes again.
        traffic.add(flow: 1, every: 500_000, from: 5_000_000_000, until: 5_140_000_000)
        #expect(traffic.carried(by: .queueing(.pie(ProportionalIntegral()))).allSatisfy { $0.isDelivered })
        traffic.add(flow: 1, every: 500_000, from: 9_000_000_000, until: 9_500_000_000)
        #expect(!traffic.carried(by: .queueing(.pie(ProportionalIntegral()))).allSatisfy { $0.isDelivered })
    }

    @Test func `marks ECN packets up to a drop probability of 10 %, and drops above it`() {
        var control = PIEControl(ProportionalIntegral(marksECN: true))
        #expect(control.judge(fraction: 0, isShort: false, acceptsMarks: true) == .pass)
        var (now, verdicts): (Instant, [CongestionVerdict]) = (.zero, [])
        var wrong = 0
        for _ in 0..<400 {
            now = now + 15_000_000
            // The delay grows all the time.
            control.update(until: now) { $0.nanoseconds / 50 }
            for _ in 0..<20 {
                let verdict = control.judge(fraction: 0, isShort: false, acceptsMarks: true)
                if verdict == (control.chance > 0.1 ? .mark : .drop) { wrong += 1 }
                verdicts.append(verdict)
            }
        }
        #expect(wrong == 0)
        #expect(verdicts.contains(.mark))
        #expect(verdicts.contains(.drop))
        #expect(control.judge(fraction: 0, isShort: true, acceptsMarks: true) == .pass)
    }

    @Test func `a late update has the effect of all missed updates`() {
        let settings = ProportionalIntegral()
        var (often, once) = (PIEControl(settings), PIEControl(settings))
        for control in [0, 1] {
            let steps: Nanoseconds = control == 0 ? 1 : 1000
            for step in 0...(1000 / steps) {
                let now = Instant(nanoseconds: step * steps * 15_000_000)
                if control == 0 {
                    often.update(until: now) { _ in 20_000_000 }
                } else {
                    once.update(until: now) { _ in 20_000_000 }
                }
            }
        }
        #expect(often.chance > 0)
        #expect(often.chance == once.chance)
        #expect(often.nextUpdate == once.nextUpdate)
        // Years without a packet take no time to process.
        once.update(until: Instant(nanoseconds: 1 << 60)) { _ in 0 }
        #expect(once.chance == 0)
        #expect((once.nextUpdate ?? .zero) > Instant(nanoseconds: 1 << 60))
    }
}
