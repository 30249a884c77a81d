import Testing
import Wire

@testable import Inspection

/// Exchanges of a long connection.
struct ConnectionExchangesTests {
    private func filled(_ count: Int) -> ConnectionExchanges {
        var exchanges = ConnectionExchanges()
        let end = Endpoint(address: .v4(1), port: 1)
        for order in 0..<count {
            exchanges.append(CaptureExchange(stream: 0, order: order, client: end, server: end))
        }
        return exchanges
    }

    @Test func `takes ended exchanges oldest first, except the newest`() {
        var exchanges = filled(10)
        #expect(exchanges.take(keeping: 2) { $0.order % 2 == 0 }.map(\.order) == [0, 2, 4])
        #expect(exchanges.all.map(\.order) == [1, 3, 5, 6, 7, 8, 9] && exchanges.count == 10)
        #expect(exchanges.take(keeping: 0) { _ in true }.map(\.order) == [1, 3, 5, 6, 7, 8])
        #expect(exchanges.take(keeping: 0) { _ in true }.isEmpty && exchanges.newest == 9)
    }

    @Test func `finds an exchange by its order, or the next one if it was removed`() {
        var exchanges = filled(10)
        _ = exchanges.take(keeping: 0) { $0.order < 4 || $0.order == 6 }
        #expect((0..<10).map { exchanges[$0].order } == [4, 4, 4, 4, 4, 5, 7, 7, 8, 9])
        #expect((0..<11).filter { exchanges.contains($0) } == [4, 5, 7, 8, 9])
        exchanges[8].status = 200
        exchanges[responseOf: 8] = 100..<200
        #expect(exchanges.owner(ofByte: 150) == 8 && exchanges.owner(ofByte: 200) == nil)
        #expect(exchanges.takeAll().compactMap(\.status) == [200])
    }
}
