import Testing
import Wire

@testable import Inspection

/// Exchanges of a connection that goes on for long.
struct ExchangeShelfTests {
    private func shelf(_ count: Int) -> ExchangeShelf {
        var shelf = ExchangeShelf()
        let end = Endpoint(address: .v4(1), port: 1)
        for order in 0..<count {
            shelf.append(CaptureExchange(stream: 0, order: order, client: end, server: end))
        }
        return shelf
    }

    @Test func `those that are over leave, oldest first, but for the newest`() {
        var shelf = shelf(10)
        #expect(shelf.take(keeping: 2) { $0.order % 2 == 0 }.map(\.order) == [0, 2, 4])
        #expect(shelf.all.map(\.order) == [1, 3, 5, 6, 7, 8, 9] && shelf.count == 10)
        #expect(shelf.take(keeping: 0) { _ in true }.map(\.order) == [1, 3, 5, 6, 7, 8])
        #expect(shelf.take(keeping: 0) { _ in true }.isEmpty && shelf.newest == 9)
    }

    @Test func `an exchange is found by its order, or the next one where it has left`() {
        var shelf = shelf(10)
        _ = shelf.take(keeping: 0) { $0.order < 4 || $0.order == 6 }
        #expect((0..<10).map { shelf[$0].order } == [4, 4, 4, 4, 4, 5, 7, 7, 8, 9])
        #expect((0..<11).filter { shelf.contains($0) } == [4, 5, 7, 8, 9])
        shelf[8].status = 200
        shelf[responseOf: 8] = 100..<200
        #expect(shelf.owner(ofByte: 150) == 8 && shelf.owner(ofByte: 200) == nil)
        #expect(shelf.takeAll().compactMap(\.status) == [200])
    }
}
