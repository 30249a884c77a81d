import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct LedgerSheetTests {
    private static func at(_ time: Int64) -> Instant { Instant(nanoseconds: time) }

    private func sheet() -> LedgerSheet { LedgerSheet(from: Self.at(10), to: Self.at(50)) }

    @Test func `never writes past the end or before the current position`() {
        var sheet = sheet()
        sheet.advance(to: Self.at(20), .server)
        sheet.advance(to: Self.at(15), .window)
        sheet.advance(to: Self.at(90), .payload)
        sheet.advance(to: Self.at(95), .delivery)
        #expect(sheet.rows == [.server: 10, .payload: 30] && sheet.now == Self.at(50))
    }

    @Test func `parts are limited to the available time in order, and the cause gets the rest`() {
        var sheet = sheet()
        sheet.advance(to: Self.at(30), .overhead, less: [(.payload, 5), (.retransmit, -7), (.sharing, 3)])
        #expect(sheet.rows[.payload] == 5 && sheet.rows[.sharing] == 3 && sheet.rows[.overhead] == 12)
        #expect(sheet.rows[.retransmit] ?? 0 == 0)
        sheet.advance(to: Self.at(90), .overhead, less: [(.payload, 15), (.sharing, 15)])
        #expect(sheet.rows[.payload] == 20 && sheet.rows[.sharing] == 8 && sheet.rows[.overhead] == 12)
        sheet.advance(to: Self.at(90), .overhead, less: [(.payload, 15)])
        sheet.close(.delivery)
        #expect(sheet.rows.values.reduce(0, +) == 40)
    }
}
