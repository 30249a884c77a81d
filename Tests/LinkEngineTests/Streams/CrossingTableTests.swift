import LinuxIO
import Testing
import Wire

@testable import LinkEngine

struct CrossingTableTests {
    private static let one = SocketAddress(address: 0x7F00_0001, port: 1001)
    private static let other = SocketAddress(address: 0x7F00_0001, port: 1002)

    private static func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    private static func table() -> CrossingTable<String> {
        var table = CrossingTable<String>()
        _ = table.open(one, asked: .zero)
        _ = table.open(other, asked: .zero)
        return table
    }

    @Test func `waiters are released in byte order, per connection`() {
        var table = Self.table()
        #expect(table.wait("b", for: 200, of: Self.one) == .later)
        #expect(table.wait("a", for: 100, of: Self.one) == .later)
        #expect(table.wait("c", for: 200, of: Self.one) == .later)
        #expect(table.wait("d", for: 100, of: Self.other) == .later)
        #expect(table.add(99, of: Self.one, at: Self.at(1)) == [])
        #expect(table.add(1, of: Self.one, at: Self.at(2)) == ["a"])
        #expect(table.add(500, of: Self.one, at: Self.at(3)) == ["b", "c"])
        #expect(table.add(100, of: Self.other, at: Self.at(4)) == ["d"])
        #expect(table.add(100, of: Self.other, at: Self.at(5)) == [])
    }

    @Test func `a late waiter is answered at once, even after the connection has closed`() {
        var table = Self.table()
        _ = table.add(100, of: Self.one, at: Self.at(7))
        #expect(table.wait("a", for: 100, of: Self.one) == .crossed(Self.at(7)))
        #expect(table.close(Self.one) == [])
        #expect(table.wait("a", for: 100, of: Self.one) == .crossed(Self.at(7)))
        #expect(table.wait("b", for: 101, of: Self.one) == .never)
    }

    @Test func `waiting for more bytes than arrive ends with the connection`() {
        var table = Self.table()
        #expect(table.wait("a", for: 100, of: Self.one) == .later)
        #expect(table.wait("b", for: 100, of: Self.other) == .later)
        #expect(table.add(99, of: Self.one, at: Self.at(1)) == [])
        #expect(table.close(Self.one) == ["a"])
        #expect(table.close(Self.one) == [])
        #expect(table.closeAll() == ["b"])
        #expect(table.wait("c", for: 1, of: Self.other) == .never)
    }

    @Test func `a reused port counts from zero`() {
        var table = Self.table()
        #expect(table.wait("a", for: 200, of: Self.one) == .later)
        _ = table.add(100, of: Self.one, at: Self.at(1))
        #expect(table.open(Self.one, asked: .zero) == ["a"])
        #expect(table.wait("b", for: 50, of: Self.one) == .later)
        #expect(table.add(50, of: Self.one, at: Self.at(2)) == ["b"])
    }

    @Test func `a connection unknown to the line is reported as unknown`() {
        var table = CrossingTable<String>()
        #expect(table.wait("a", for: 0, of: Self.one) == .unknown)
        #expect(table.add(10, of: Self.one, at: Self.at(1)) == [])
        #expect(table.close(Self.one) == [])
        #expect(table.wait("a", for: 0, of: Self.one) == .unknown)
    }
}
