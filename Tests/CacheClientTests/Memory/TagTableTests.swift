import Testing

@testable import CacheClient

struct TagTableTests {
    @Test func `finds slots by tag through growth, collisions and removals`() {
        var table = TagTable()
        var model: [Int: UInt32] = [:]
        var random: UInt64 = 7
        for step in 0..<20_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Few tags, close together: nearly all collide with others.
            let tag = UInt32((random >> 33) % 97) &* 0x1000_0001
            if model.count < 300, (random >> 50) % 5 < 3 {
                model[step] = tag
                table.insert(tag, slot: step)
            } else if let (slot, tag) = model.randomElement() {
                model[slot] = nil
                table.remove(tag, slot: slot)
                #expect(table.slot(tag) { $0 == slot } == nil)
            }
            if step % 200 == 0 {
                for (slot, tag) in model { #expect(table.slot(tag) { $0 == slot } == slot) }
            }
        }
    }
}
