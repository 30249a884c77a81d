import Testing

@testable import CacheClient

struct RecencyListTests {
    @Test func `random inserts, uses and removals keep the order`() {
        var list = RecencyList<String, Int>()
        var model: [(String, Int)] = []
        var random: UInt64 = 88_172_645_463_325_252
        for step in 0..<3000 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            let key = "\(random % 23)"
            switch (random >> 32) % 5 {
            case 0, 1:
                list.insert(step, for: key)
                model.removeAll { $0.0 == key }
                model.append((key, step))
            case 2:
                let expected = model.first { $0.0 == key }
                #expect(list.use(key) == expected?.1)
                if let expected {
                    model.removeAll { $0.0 == key }
                    model.append(expected)
                }
            case 3:
                list.remove(key)
                model.removeAll { $0.0 == key }
            default:
                let oldest = list.removeOldest()
                #expect(oldest?.key == model.first?.0)
                if !model.isEmpty { model.removeFirst() }
            }
            #expect(list.count == model.count)
        }
    }
}
