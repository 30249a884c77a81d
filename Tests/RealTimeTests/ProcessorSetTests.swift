import RealTime
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessorSetTests {
    @Test(
        arguments: [
            ([], "0"), ([0], "1"), ([0, 1], "3"), ([4], "10"), ([31], "80000000"), ([32], "1,00000000"),
            ([0, 35], "8,00000001"), ([64], "1,00000000,00000000"),
            ([3, 100], "10,00000000,00000000,00000008"),
        ]
    )
    func `a mask has no leading zeros and groups of 32 bits`(processors: [Int], mask: String) {
        #expect(ProcessorSet(processors).mask == mask)
    }

    @Test func `equal sets are equal, however they were made`() {
        var set = ProcessorSet([1, 200])
        #expect(set.count == 2)
        #expect(set.last == 200)
        set.remove(200)
        #expect(set == ProcessorSet([1]))
        #expect(set.last == 1)
        #expect(set.removing(7) == set)
        #expect(set.removing(1) == ProcessorSet())
        #expect(ProcessorSet().last == nil)
        set.insert(0)
        #expect(set == ProcessorSet([0, 1]))
    }
}
