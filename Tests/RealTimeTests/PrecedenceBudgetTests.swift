import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct PrecedenceBudgetTests {
    private static let millisecond: Nanoseconds = 1_000_000

    /// For each millisecond, whether a thread that runs this long in each may have precedence.
    private static func first(milliseconds: Int, running: Nanoseconds) -> [Bool] {
        var budget = PrecedenceBudget(from: .zero, ran: 7)
        return (1...milliseconds).map { number in
            let isFirst = !budget.isSpent
            budget.review(at: .zero + Int64(number) * millisecond) { 7 + Int64(number) * running }
            return isFirst
        }
    }

    @Test func `a thread that never sleeps has precedence for less of any second than the kernel allows`() {
        let first = Self.first(milliseconds: 5000, running: Self.millisecond)
        for start in 0...4000 {
            let count = first[start..<(start + 1000)].count { $0 }
            #expect(count >= 780 && count <= 850)
        }
    }

    @Test func `a thread that sleeps a quarter of the time always has precedence`() {
        let first = Self.first(milliseconds: 1000, running: Self.millisecond * 3 / 4)
        #expect(first.allSatisfy { $0 })
    }

    @Test func `the thread's run time is queried only occasionally`() {
        var (budget, asked) = (PrecedenceBudget(from: .zero, ran: 0), 0)
        for microsecond in 1...10_000 as ClosedRange<Int64> {
            budget.review(at: .zero + microsecond * 1000) {
                asked += 1
                return microsecond * 1000
            }
        }
        #expect(asked == 5)
    }
}
