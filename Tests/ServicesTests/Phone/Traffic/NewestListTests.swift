import Testing

@testable import Services

@Suite struct NewestListTests {
    @Test func `elements are numbered from 1, and the oldest makes room`() {
        var list = NewestList<String>(most: 2)
        #expect(list.append("a") == nil && list.append("b") == nil)
        #expect(list.append("c") == "a")
        #expect((list.first, list.next) == (2, 4))
        #expect(list[1] == nil && list[2] == "b" && list[3] == "c" && list[4] == nil)
    }

    @Test func `only elements that are there can be changed`() {
        var list = NewestList<String>(most: 1)
        _ = list.append("a")
        _ = list.append("b")
        for number in 1...3 { list[number] = "x" }
        #expect(list[1] == nil && list[2] == "x" && list[3] == nil)
        #expect(list.append("c") == "x", "a number beyond the list was not taken")
    }

    @Test(arguments: [(0, []), (2, [4, 5]), (9, [3, 4, 5])] as [(Int, [Int])])
    func `the newest come in order`(_ count: Int, _ newest: [Int]) {
        var list = NewestList<Int>(most: 3)
        for number in 1...5 { _ = list.append(number) }
        #expect(list.suffix(count) == newest)
    }
}
