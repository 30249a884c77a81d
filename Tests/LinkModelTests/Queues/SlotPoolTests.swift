import Testing

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct SlotPoolTests {
    @Test func `lists sharing a pool behave like separate lists`() {
        var pool = SlotPool<Int>()
        var lists = [SlotPool<Int>.List](repeating: .init(), count: 5)
        var plain = [[Int]](repeating: [], count: 5)
        let random = CounterRandom(seed: 47, purpose: .loss)
        var differences = 0
        for step in 0..<20_000 {
            let which = Int(random.index(packet(step, flow: 1), below: 5))
            let other = (which + 1) % 5
            switch random.index(packet(step, flow: 2), below: 7) {
            case 0...2:
                pool.append(step, to: &lists[which])
                plain[which].append(step)
            case 3, 4:
                let expected = plain[which].isEmpty ? nil : plain[which].removeFirst()
                if pool.removeFirst(of: &lists[which]) != expected { differences += 1 }
            case 5:
                var (from, to) = (lists[which], lists[other])
                pool.moveFirst(of: &from, to: &to)
                (lists[which], lists[other]) = (from, to)
                if !plain[which].isEmpty { plain[other].append(plain[which].removeFirst()) }
            default:
                pool.moveFirst(of: &lists[which])
                if !plain[which].isEmpty { plain[which].append(plain[which].removeFirst()) }
            }
            if pool.first(of: lists[which]) != plain[which].first { differences += 1 }
            if lists[which].isEmpty != plain[which].isEmpty { differences += 1 }
        }
        #expect(differences == 0)
        for (list, elements) in zip(lists, plain) {
            #expect(pool.reduce(list, []) { $0 + [$1] } == elements)
        }
    }
}
