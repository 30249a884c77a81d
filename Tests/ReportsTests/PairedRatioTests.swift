import JSON
import Reports
import Runs
import Testing

@Suite struct PairedRatioTests {
    @Test(
        arguments: [
            ([3], 3, 3...3), ([1, 3], 2, 1...3), ([4, 1, 2], 2, 1...4), ([4, 1, 3, 2], 2.5, 1...4),
            ([5, 1, 4, 2, 3], 3, 2...4), ([9, 1, 8, 2, 7, 3, 6, 4, 5], 5, 3...7),
        ] as [([Double], Double, ClosedRange<Double>)]
    )
    func `reports the median ratio and the interquartile range`(
        ratios: [Double],
        median: Double,
        spread: ClosedRange<Double>
    ) throws {
        let paired = try #require(PairedRatio(ratios.map { $0 * 8 }, to: ratios.map { _ in 8 }))
        #expect(paired.pairs == ratios.count && paired.median == median && paired.spread == spread)
    }

    @Test func `values without a partner form no pair`() {
        #expect(PairedRatio([1, 2], to: [2])?.pairs == 1)
        #expect(PairedRatio([1], to: []) == nil)
        #expect(PairedRatio([0], to: [0]) == nil)
    }

    @Test func `table and JSON report the number of pairs and their spread`() {
        let pairs = PairedRatio([1, 2, 3, 4, 5], to: [2, 2, 2, 2, 2])
        let rows = [
            BenchRow("a", unit: "us", netlab: 3, peer: 2, pairedRatio: pairs, goal: nil),
            BenchRow("b", unit: "us", netlab: 3, goal: nil),
        ]
        let text = BenchDocument.report(rows).text(width: 120)
        #expect(text.contains("5: 1.00 to 2.00"))
        let machine = MachineRecord(kernel: "", cpus: 1, memoryBytes: 1, isPrivileged: false)
        let json = BenchDocument.json(rows, machine: machine)
        guard case .array(let told) = json["rows"] else {
            Issue.record("no rows")
            return
        }
        #expect(told[0]["pairs"] == JSONValue.integer(5) && told[0]["ratio"] == JSONValue.double(1.5))
        #expect(told[0]["ratioFrom"] == JSONValue.double(1) && told[0]["ratioTo"] == JSONValue.double(2))
        #expect(told[1]["pairs"] == JSONValue.null)
    }
}
