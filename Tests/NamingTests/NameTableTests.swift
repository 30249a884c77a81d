import Naming
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct NameTableTests {
    private let table: NameTable

    init() throws {
        table = try NameTable(
            [
                "origin.netlab.test": [.v4(0xC612_0002)], "b": [.v4(7)],
                "six": [.v4(8), .v6(high: 1, low: 9)],
            ],
            timeToLive: 5
        )
    }

    static func query(_ name: String, _ type: DNSRecordType, space: UInt16 = 1) throws -> DNSMessage {
        var header = DNSHeader(identifier: 0xBEEF)
        header.wantsRecursion = true
        var message = DNSMessage(header)
        message.questions = [DNSQuestion(try #require(DNSName(name)), type, space: space)]
        return message
    }

    private func answer(_ bytes: [UInt8]) -> DNSMessage? {
        table.answer(to: bytes.span.bytes)
    }

    struct Row: Sendable {
        var name: String
        var type: DNSRecordType
        var space: UInt16 = 1
        var code: DNSResponseCode = .noError
        var data: [[UInt8]] = []
    }

    static let rows = [
        Row(name: "origin.netlab.test", type: .a, data: [[198, 18, 0, 2]]),
        Row(name: "ORIGIN.netlab.TEST.", type: .a, data: [[198, 18, 0, 2]]),
        Row(name: "b", type: .any, data: [[0, 0, 0, 7]]),
        Row(name: "b", type: .a, space: 255, data: [[0, 0, 0, 7]]),
        Row(name: "origin.netlab.test", type: .aaaa),
        Row(name: "origin.netlab.test", type: DNSRecordType(rawValue: 65)),
        Row(name: "six", type: .a, data: [[0, 0, 0, 8]]),
        Row(name: "six", type: .aaaa, data: [IPAddress.v6(high: 1, low: 9).octets]),
        Row(name: "netlab.test", type: .a, code: .noSuchName),
        Row(name: "x.b", type: .aaaa, code: .noSuchName),
        Row(name: ".", type: .a, code: .noSuchName),
        Row(name: "b", type: .a, space: 3, code: .refused),
    ]

    @Test(
        arguments: [
            ("api.example.com", "10.207.0.2", [[198, 18, 0, 3]]),
            ("API.Example.com", "10.207.0.2", [[198, 18, 0, 3]]),
            // The proxy itself finds the server.
            ("api.example.com", "198.18.0.2", nil), ("other.example.com", "10.207.0.2", nil),
            // What the table knows itself is never led elsewhere.
            ("b", "10.207.0.2", [[0, 0, 0, 7]]),
        ] as [(String, String, [[UInt8]]?)]
    )
    func `a name is redirected for every client except those that need its real address`(
        _ name: String,
        _ asker: String,
        _ data: [[UInt8]]?
    ) throws {
        let redirection = NameRedirection(to: [.v4(0xC612_0003)], exempt: [.v4(0xC612_0002)]) {
            ["api.example.com", "b"].contains($0)
        }
        let table = try NameTable(["b": [.v4(7)]], redirecting: redirection)
        let from = try #require(IPAddress(asker))
        func answer(_ type: DNSRecordType) throws -> DNSMessage {
            let query = try Self.query(name, type).encoded
            let answer = table.answer(to: query.span.bytes, from: from)
            return try #require(answer)
        }
        let found = try answer(.a)
        #expect(found.header.responseCode == (data == nil ? .noSuchName : .noError))
        #expect(found.answers.map(\.data) == data ?? [])
        // No IPv6 and no service record leads past it.
        for type in [DNSRecordType.aaaa, DNSRecordType(rawValue: 65)] {
            let other = try answer(type)
            #expect(other.answers.isEmpty && other.header.responseCode == found.header.responseCode)
        }
    }

    @Test(arguments: rows)
    func `each query gets the expected answer`(row: Row) throws {
        let query = try Self.query(row.name, row.type, space: row.space)
        let answer = try #require(self.answer(query.encoded))
        #expect(answer.header.identifier == 0xBEEF)
        #expect(answer.header.isResponse)
        #expect(answer.header.wantsRecursion)
        #expect(answer.header.responseCode == row.code)
        #expect(answer.header.isAuthoritative == (row.code != .refused))
        #expect(answer.questions.map(\.name.labels) == query.questions.map(\.name.labels))
        #expect(answer.answers.map(\.data) == row.data)
        #expect(
            answer.answers.allSatisfy { $0.type == ($0.data.count == 4 ? .a : .aaaa) && $0.timeToLive == 5 }
        )
        #expect(answer.encoded.count <= 512)
    }

    @Test(arguments: [
        ("b", ["64:ff9b:1::7"]), ("ipv4only.arpa", ["64:ff9b:1::c000:aa", "64:ff9b:1::c000:ab"]), ("c", []),
    ])
    func `clients without IPv4 get addresses that stand for IPv4 ones`(
        _ name: String,
        _ addresses: [String]
    ) throws {
        let table = try NameTable(["b": [.v4(7)], "c": []], translator: .loopback6)
        let query = try Self.query(name, .aaaa).encoded
        let answer = table.answer(to: query.span.bytes, from: .v6(high: 1, low: 1))
        let own = table.answer(to: query.span.bytes, from: .loopback6)
        let given = answer?.answers.map { $0.data.span.bytes.ip6Address(at: 0)?.description }
        #expect(given == addresses)
        #expect(answer?.header.responseCode == .noError && own?.answers.isEmpty == true)
    }

    @Test func `unsupported or malformed queries get an error`() throws {
        var query = try Self.query("b", .a)
        query.header.opcode = 2
        #expect(answer(query.encoded)?.header.responseCode == .notImplemented)
        query.header.opcode = 0
        #expect(answer(query.encoded.dropLast())?.header.responseCode == .formatError)
        query.questions += query.questions
        #expect(answer(query.encoded)?.header.responseCode == .formatError)
        query.questions = []
        #expect(answer(query.encoded)?.header.responseCode == .formatError)
        #expect(answer(query.encoded)?.header.identifier == 0xBEEF)
    }

    @Test func `a response or a truncated header gets no answer`() throws {
        var query = try Self.query("b", .a)
        #expect(answer(Array(query.encoded[..<11])) == nil)
        #expect(answer([]) == nil)
        query.header.isResponse = true
        #expect(answer(query.encoded) == nil)
    }

    @Test(arguments: ["", ".", "a..b", String(repeating: "x", count: 64)])
    func `rejects names that do not fit the wire format`(name: String) {
        #expect(throws: NamingError.invalidName(name)) { try NameTable([name: [.v4(1)]]) }
    }

    @Test func `rejects a duplicate name`() {
        #expect(throws: NamingError.sameName("b")) { try NameTable(["B": [.v4(1)], "b": [.v4(2)]]) }
    }

    private func answer(_ bytes: ArraySlice<UInt8>) -> DNSMessage? {
        answer(Array(bytes))
    }
}
