import Testing

@testable import Wire

@Suite(.timeLimit(.minutes(1)))
struct DNSMessageTests {
    /// A C library's query: identifier 0x1234, recursion desired, A of `a.bc`.
    static let query: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 2, 98, 99, 0, 0, 1, 0, 1]
    /// A server's answer to it, with a compressed name.
    static let answer: [UInt8] =
        [0x12, 0x34, 0x85, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 1, 97, 2, 98, 99, 0, 0, 1, 0, 1]
        + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 198, 18, 0, 2]
    /// A query with room for longer answers: a record of the root in the additional section.
    static let extended: [UInt8] =
        Array(query[..<10]) + [0, 1] + query[12...] + [0, 0, 41, 4, 208, 0, 0, 0x80, 0, 0, 0]

    private static func read(_ bytes: [UInt8]) -> DNSMessage? {
        DNSMessage(bytes.span.bytes)
    }

    @Test func `a query is parsed`() throws {
        let message = try #require(Self.read(Self.query))
        let name = try #require(DNSName("a.bc"))
        #expect(message.header.identifier == 0x1234)
        #expect(message.header.wantsRecursion)
        #expect(!message.header.isResponse)
        #expect(message.questions == [DNSQuestion(name, .a)])
        #expect(message.answers.isEmpty)
    }

    @Test func `an answer round-trips`() throws {
        let name = try #require(DNSName("a.bc"))
        var header = DNSHeader(identifier: 0x1234)
        header.isResponse = true
        header.isAuthoritative = true
        header.wantsRecursion = true
        header.offersRecursion = true
        var message = DNSMessage(header)
        message.questions = [DNSQuestion(name, .a)]
        message.answers = [DNSRecord(name, address: .v4(0xC612_0002), timeToLive: 60)]
        #expect(message.encoded == Self.answer)
        let read = try #require(Self.read(Self.answer))
        #expect(read.answers == message.answers)
        #expect(read.header.responseCode == .noError)
        #expect(read.encoded == Self.answer)
    }

    @Test func `every bit of the flags round-trips`() throws {
        for bit in 0..<16 {
            var bytes = Self.query
            (bytes[2], bytes[3]) = (UInt8((1 << bit) >> 8), UInt8((1 << bit) & 0xFF))
            #expect(try #require(Self.read(bytes)).encoded == bytes)
        }
    }

    @Test func `an EDNS record round-trips`() throws {
        let message = try #require(Self.read(Self.extended))
        #expect(message.additionals.map(\.type) == [.opt])
        #expect(message.additionals.first?.space == 1232)
        #expect(message.encoded == Self.extended)
    }

    @Test(arguments: [query, answer, extended])
    func `a truncated message is rejected`(bytes: [UInt8]) {
        for count in 0..<bytes.count {
            #expect(Self.read(Array(bytes[..<count])) == nil)
        }
        #expect(Self.read(bytes + [0xFF]) != nil)
    }

    @Test(arguments: [4, 6, 8, 10])
    func `wrong counts are rejected`(place: Int) {
        var bytes = Self.query
        (bytes[place], bytes[place + 1]) = (0xFF, 0xFF)
        #expect(Self.read(bytes) == nil)
    }

    @Test func `mutated messages are rejected or round-trip`() {
        var counter: UInt64 = 0
        func random(below limit: Int) -> Int {
            counter += 1
            return Int(SplitMix.mixed(counter) % UInt64(limit))
        }
        for source in [Self.query, Self.answer, Self.extended] {
            for _ in 0..<20_000 {
                var bytes = source
                for _ in 0...random(below: 4) {
                    bytes[random(below: bytes.count)] = UInt8(random(below: 256))
                }
                guard let message = Self.read(bytes) else { continue }
                #expect(Self.read(message.encoded) == message)
            }
        }
    }
}
