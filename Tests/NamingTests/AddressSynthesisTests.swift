import Naming
import Testing
import Wire

@Suite struct AddressSynthesisTests {
    private static func name(_ text: String) throws -> DNSName { try #require(DNSName(text)) }

    // Spans cannot pass through the expectation macros.
    private static func read(_ bytes: [UInt8]) -> DNSMessage? { DNSMessage(bytes.span.bytes) }

    private static func query(_ message: DNSMessage, asking question: DNSQuestion) -> [UInt8]? {
        let bytes = message.encoded
        return AddressSynthesis.query(bytes.span.bytes, asking: question)
    }

    private static func answer(_ message: DNSMessage, to question: DNSQuestion) -> [UInt8]? {
        let bytes = message.encoded
        return AddressSynthesis.answer(bytes.span.bytes, to: question)
    }

    private static func addresses(_ message: DNSMessage) -> [String?] {
        message.answers.map { $0.data.span.bytes.ip6Address(at: 0)?.description }
    }

    @Test func `a question for IPv6 addresses is asked for IPv4 addresses, and its answer translated`() throws
    {
        let question = DNSQuestion(try Self.name("www.example.com"), .aaaa)
        let other = try #require(AddressSynthesis.question(insteadOf: question))
        #expect(other.type == .a && other.name == question.name)
        var query = DNSMessage(DNSHeader(identifier: 7))
        query.questions = [question]
        let sent = try #require(Self.query(query, asking: other))
        let read = try #require(Self.read(sent))
        #expect(read.header.identifier == 7 && read.questions == [other])

        var answer = read
        answer.header.isResponse = true
        // An alias in between is left out: its name may point into the message that it came in.
        answer.answers = [
            DNSRecord(other.name, DNSRecordType(rawValue: 5), timeToLive: 60, data: [0xC0, 12]),
            DNSRecord(try Self.name("cdn.example.com"), address: .v4(0xCB00_7107), timeToLive: 9000),
            DNSRecord(try Self.name("cdn.example.com"), address: .v4(0xCB00_7108), timeToLive: 30),
        ]
        let made = try #require(Self.answer(answer, to: question))
        let told = try #require(Self.read(made))
        #expect(told.questions == [question] && told.header.isResponse)
        #expect(told.answers.map(\.name) == [question.name, question.name])
        #expect(told.answers.map(\.timeToLive) == [600, 30])
        #expect(
            Self.addresses(told)
                == ["64:ff9b:1::cb00:7107", "64:ff9b:1::cb00:7108"]
        )
    }

    @Test func `other questions stay as they are`() throws {
        for type in [DNSRecordType.a, .any, DNSRecordType(rawValue: 65)] {
            let question = DNSQuestion(try Self.name("a.test"), type)
            #expect(AddressSynthesis.question(insteadOf: question) == nil)
        }
    }

    @Test func `a failed lookup stays failed`() throws {
        var answer = DNSMessage(DNSHeader(identifier: 1))
        answer.header.isResponse = true
        answer.header.responseCode = .noSuchName
        let question = DNSQuestion(try Self.name("a.test"), .aaaa)
        let made = try #require(Self.answer(answer, to: question))
        let told = try #require(Self.read(made))
        #expect(told.header.responseCode == .noSuchName && told.answers.isEmpty)
    }
}
