import Testing

@testable import Serving

@Suite struct TokenTableTests {
    @Test func `values are found by their own tokens only`() {
        var table = TokenTable<String>()
        let tokens = ["a", "b", "c"].map { value in
            let token = table.takeToken()
            table.insert(value, at: token)
            return token
        }
        #expect(tokens.map { table[$0] } == ["a", "b", "c"])
        #expect(Set(tokens).count == 3 && tokens.allSatisfy { $0 >= TokenTable<String>.firstToken })
        #expect(table[0] == nil && table[TokenTable<String>.firstToken + 9] == nil)
        #expect(table.count == 3 && table.values == ["a", "b", "c"])
    }

    @Test func `a slot is reused, and its former token finds nothing`() {
        var table = TokenTable<Int>()
        var former: [UInt64] = []
        for value in 0..<100 {
            let token = table.takeToken()
            #expect(table[token] == nil)
            table.insert(value, at: token)
            #expect(table[token] == value && former.allSatisfy { table[$0] == nil })
            table.remove(token)
            table.remove(token)
            #expect(table.isEmpty && table[token] == nil)
            former.append(token)
        }
        #expect(Set(former.map { $0 & 0xFFFF_FFFF }).count == 1)
        #expect(Set(former).count == 100)
    }
}
