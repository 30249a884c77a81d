import LinuxIO
import TestSupport
import Testing

@testable import Sweeps

@Suite struct RowTablesTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    @Test func `only one merge at a time writes into a folder`() throws {
        let tables = RowTables(at: scratch.file("tables"))
        do {
            let claim = try tables.claim()
            let isClaimed = claim != nil
            #expect(isClaimed)
            let refusal = #expect(throws: SweepError.self) { _ = try tables.claim() }
            #expect(refusal?.message.hasSuffix("another merge is writing these tables") == true)
            withExtendedLifetime(claim) {}
        }
        _ = try tables.claim()
    }
}
