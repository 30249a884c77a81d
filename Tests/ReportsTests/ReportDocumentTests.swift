import Analysis
import Inspection
import LinkModel
import Reports
import Runs
import Testing
import Wire

/// Parts of reports for renderers other than the terminal.
@Suite struct ReportDocumentTests {
    private func elements(_ document: ReportDocument) -> [ReportElement] {
        document.sections.flatMap(\.elements)
    }

    @Test func `a run's tables keep their numbers and alignment`() throws {
        let tables = elements(RunTable(SampleResult.dsl()).document).compactMap { element in
            if case .table(let table) = element { table } else { nil }
        }
        #expect(tables.count == 4)
        let columns = tables[0].columns.map { $0.heading.joined(separator: " ") }
        #expect(columns.prefix(4) == ["image", "size", "article theory", "theory alone"])
        #expect(tables[0].columns.map(\.alignment).prefix(2) == [.left, .right])
        #expect(tables[0].rows == 3 && tables[0].cells(2).prefix(2) == ["large.jpg", "1,152,812 B"])
        #expect(tables[0].notes.count == 1 && tables[2].notes.isEmpty)
    }

    @Test func `a run's figures and verdicts are typed elements`() throws {
        var figures: [ReportFigure] = []
        var terms: [ReportTerm] = []
        for element in elements(RunTable(SampleResult.dsl()).document) {
            if case .figures(let some) = element { figures += some.figures }
            if case .terms(let some) = element { terms += some.terms }
        }
        #expect(
            figures.contains(
                ReportFigure("overlap", "1.68", note: "sum of durations over busy time, 6.624 s")
            )
        )
        #expect(terms.map(\.term) == ["held", "NOT HELD"] && terms.map(\.emphasis) == [.good, .bad])
    }

    @Test func `bars carry their ledger's causes and times at one scale`() {
        var result = SampleResult.dsl()
        for (place, unit) in result.transfers.indices.map({ ($0, $0 == 1 ? Int64(4) : 1) }) {
            result.transfers[place].ledger = TransferLedger([.sharing: 15 * unit, .payload: 80 * unit])
        }
        let report = ExplanationReport(RunExplanation(result), folder: "captures/dsl", detail: .each)
        let bars = elements(report.document).compactMap { element in
            if case .bar(let bar) = element { bar } else { nil }
        }
        #expect(bars.count == result.transfers.count)
        #expect(bars.allSatisfy { $0.parts.map(\.cause) == [.sharing, .payload] && $0.longest == 380 })
        #expect(bars[1].parts.map(\.time) == [60, 320] && bars[1].total == 380)
        #expect(bars[0].parts.map(\.time) == [15, 80] && bars[0].total == 95)
    }

    @Test func `a goodput series keeps its values and step length`() {
        var flow = CaptureFlow(
            stream: 0,
            client: Endpoint(address: .v4(1), port: 40_000),
            server: Endpoint(address: .v4(2), port: 80),
            isClientGuessed: false,
            firstStamp: 0,
            lastStamp: 30_000_000
        )
        for (moment, bytes) in [(Int64(0), 1000), (12_000_000, 0), (25_000_000, 500)] {
            flow.down.goodput.add(bytes, at: moment)
        }
        let inspection = CaptureInspection(flows: [flow])
        let series = elements(InspectionReport(inspection, file: "a.pcap", stream: 0).document)
            .compactMap { element in if case .series(let series) = element { series } else { nil } }
        #expect(series.map(\.values) == [flow.down.goodput.steps])
        #expect(series.map(\.step) == [flow.down.goodput.width])
    }
}
