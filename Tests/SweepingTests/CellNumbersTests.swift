import Scenarios
import Sweeps
import Testing

@testable import Sweeping

@Suite struct CellNumbersTests {
    @Test(arguments: [("7", 7...7), ("1-20", 1...20), ("3-3", 3...3)])
    func `cells are given by number or range`(_ text: String, _ range: ClosedRange<Int>) {
        #expect(CellNumbers(text)?.range == range)
    }

    @Test(arguments: [
        "", "0", "-1", "2-1", "1-", "a", "1-2-3", "c639fd70faacb2d35527c6ab", "123456789012345678901234",
        "+1", "1.5",
    ])
    func `anything else is a name`(_ text: String) {
        #expect(CellNumbers(text) == nil)
    }

    @Test(arguments: [("1-2", "12"), ("3-9", "3"), ("4-9", ""), ("2", "2")])
    func `a range selects the existing cells`(_ text: String, _ chosen: String) throws {
        let cells = try (1...3).map { number in
            let identity = try #require(
                CellIdentity(String(repeating: "\(number)", count: CellIdentity.digits))
            )
            return PlannedCell(identity: identity, scenario: "s", settings: [], seed: nil)
        }
        let found = try #require(CellNumbers(text)).chosen(from: cells)
        #expect(found.compactMap { $0.identity.text.first.map(String.init) }.joined() == chosen)
    }
}
