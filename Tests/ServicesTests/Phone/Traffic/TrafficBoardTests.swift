import JSON
import Testing
import Wire

@testable import Services

@Suite struct TrafficBoardTests {
    private static func board() -> TrafficBoard {
        TrafficBoard(phone: "anna", endpoint: "192.0.2.1:51820", code: "<svg/>", line: "down 1 Mbit/s")
    }

    private static func document(_ board: TrafficBoard, after version: Int = 0) throws -> JSONValue {
        try JSONValue(parsing: #require(board.traffic(after: version)))
    }

    /// A change with flows of these numbers.
    private static func change(_ numbers: [Int]) throws -> PhoneTraffic.Change {
        var packets = PhonePackets()
        packets.addDatagram([1], from: PhonePackets.end(1, 2), to: PhonePackets.end(3, 4))
        var traffic = PhoneTraffic()
        for packet in packets.packets { traffic.receive(packet.header, packet.bytes.span.bytes) }
        var change = traffic.look()
        let flow = try #require(change.flows.first)
        change.flows = numbers.map { number in
            var flow = flow
            flow.number = number
            return flow
        }
        return change
    }

    private static func numbers(_ document: JSONValue) -> [Int64] {
        guard case .array(let rows)? = document["flows"] else { return [] }
        return rows.compactMap { $0["number"]?.int.map(Int64.init) }
    }

    @Test func `before the first packet the page has the line and the phone`() throws {
        let document = try Self.document(Self.board())
        #expect(document["version"]?.int == 0 && document["startedAtMs"] == .null)
        #expect(document["line"]?.text == "down 1 Mbit/s" && document["phone"]?.text == "anna")
        #expect(document["endpoint"]?.text == "192.0.2.1:51820" && Self.numbers(document).isEmpty)
    }

    @Test func `a page gets what has changed since it last asked`() throws {
        let board = Self.board()
        board.show(try Self.change([1, 2]), start: 5_000_000, oldest: (1, 1), missed: 0)
        let first = try Self.document(board)
        #expect(first["startedAtMs"]?.int == 5 && Self.numbers(first) == [1, 2])
        let version = try #require(first["version"]?.int)
        board.show(try Self.change([2, 3]), start: 5_000_000, oldest: (1, 1), missed: 4)
        let second = try Self.document(board, after: version)
        #expect(Self.numbers(second) == [2, 3] && second["missedPackets"]?.int == 4)
        #expect(try Self.numbers(Self.document(board)) == [1, 2, 3])
    }

    @Test func `rows that have made room are gone`() throws {
        let board = Self.board()
        board.show(try Self.change([1, 2, 3]), start: 0, oldest: (1, 1), missed: 0)
        board.show(try Self.change([4]), start: 0, oldest: (3, 1), missed: 0)
        let document = try Self.document(board)
        #expect(Self.numbers(document) == [3, 4] && document["oldestFlow"]?.int == 3)
    }

    @Test func `a changed line is shown`() throws {
        let board = Self.board()
        board.change(line: "down unlimited")
        let document = try Self.document(board)
        #expect(document["line"]?.text == "down unlimited" && document["version"]?.int == 1)
        #expect(document["ownLines"] == .object([]))
        board.change(line: "down unlimited", own: [("bert", "down 1 Mbit/s")])
        #expect(try Self.document(board)["ownLines"] == ["bert": "down 1 Mbit/s"])
    }
}
