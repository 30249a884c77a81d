import Testing

@testable import CacheClient

@Suite struct CallerTableTests {
    private func ticket(_ number: Int) -> TransferTicket { TransferTicket(number: number) }

    @Test func `callers share a transfer only for equal requests`() {
        var table = CallerTable<String>()
        let first = table.join(ticket(1), "a", .normal)
        let second = table.join(ticket(2), "a", .normal)
        let other = table.join(ticket(3), "b", .normal)
        #expect(first.isNew && !second.isNew && other.isNew)
        #expect(first.transfer == second.transfer && first.transfer != other.transfer)
        #expect(table.finish(first.transfer) == [ticket(1), ticket(2)])
        #expect(table.finish(first.transfer).isEmpty && table.count == 1)
    }

    @Test func `nobody joins a finished transfer`() {
        var table = CallerTable<String>()
        let first = table.join(ticket(1), "a", .normal)
        _ = table.finish(first.transfer)
        let second = table.join(ticket(2), "a", .normal)
        #expect(second.isNew && second.transfer != first.transfer)
        #expect(table.leave(ticket(1)) == nil)
    }

    @Test func `remaining callers are returned in ticket order after others leave`() {
        var table = CallerTable<String>()
        let transfer = table.join(ticket(5), "a", .high).transfer
        for number in [7, 2, 9, 4] { _ = table.join(ticket(number), "a", .low) }
        #expect(table.leave(ticket(9))?.isLast == false)
        #expect(table.priority(of: transfer) == .high)
        #expect(table.leave(ticket(5))?.isLast == false)
        #expect(table.priority(of: transfer) == .low)
        #expect(table.finish(transfer) == [ticket(2), ticket(4), ticket(7)] && table.count == 0)
    }

    @Test func `the last caller to leave ends the transfer, and a new caller starts another`() {
        var table = CallerTable<String>()
        let first = table.join(ticket(1), "a", .normal)
        _ = table.join(ticket(2), "a", .normal)
        #expect(table.leave(ticket(1))?.isLast == false)
        #expect(table.leave(ticket(1)) == nil)
        #expect(table.leave(ticket(2))?.isLast == true)
        let again = table.join(ticket(3), "a", .normal)
        #expect(again.isNew && again.transfer != first.transfer)
        #expect(table.finish(first.transfer).isEmpty)
        #expect(table.finish(again.transfer) == [ticket(3)] && table.count == 0)
    }

    @Test func `a transfer has the priority of its most urgent caller`() {
        var table = CallerTable<String>()
        let transfer = table.join(ticket(1), "a", .low).transfer
        #expect(table.priority(of: transfer) == .low)
        _ = table.join(ticket(2), "a", .high)
        #expect(table.priority(of: transfer) == .high)
        _ = table.join(ticket(3), "a", .veryLow)
        #expect(table.priority(of: transfer) == .high)
        #expect(table.setPriority(.veryHigh, of: ticket(3)) == transfer)
        #expect(table.priority(of: transfer) == .veryHigh)
        _ = table.leave(ticket(3))
        #expect(table.priority(of: transfer) == .high)
        _ = table.leave(ticket(2))
        #expect(table.priority(of: transfer) == .low)
        #expect(table.setPriority(.high, of: ticket(2)) == nil)
        #expect(table.priority(of: 99) == .veryLow)
    }

    @Test func `ten thousand callers are returned in ticket order`() {
        var table = CallerTable<String>()
        var transfer = 0
        for number in 0..<10_000 { transfer = table.join(ticket(number), "a", .normal).transfer }
        for number in stride(from: 0, to: 10_000, by: 2) { _ = table.leave(ticket(number)) }
        let told = table.finish(transfer)
        #expect(told.map(\.number) == Array(stride(from: 1, to: 10_000, by: 2)))
    }
}
