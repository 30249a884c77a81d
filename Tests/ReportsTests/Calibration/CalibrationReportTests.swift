import JSON
import LinkModel
import Reports
import Runs
import Testing
import Wire

@Suite struct CalibrationReportTests {
    private func line(_ measured: [Nanoseconds], _ doubts: [EmulationDoubt] = []) throws -> CalibratedLine {
        CalibratedLine(
            try #require(LinkCatalogue.profile(named: "nlc/dsl")),
            bytes: 250_000,
            downloads: measured.map { CalibratedLine.Download(measured: $0, theory: 1_000_000_000) },
            EmulationResult(
                latenessP50: 1200,
                latenessP99: 8000,
                latenessMax: 31_000,
                captureDrops: 0,
                doubts: doubts
            )
        )
    }

    @Test func `a line is represented by the download furthest from theory`() throws {
        let report = CalibrationReport([try line([1_000_100_000, 998_000_000, 1_001_000_000])])
        let text = report.document.text(width: 120)
        #expect(text.contains("-0.20 %") && text.contains("0.998 s"), "\(text)")
        #expect(text.contains("at most 0.20 % off") && text.contains("less than 8.0 us late"), "\(text)")
        #expect(report.isTrusted)
        #expect(report.json["lines"]?.elements.first?["downloads"]?.elements.count == 3)
        #expect(report.json["trusted"]?.flag == true)
    }

    @Test func `an untrusted line shows its reason and is excluded from the machine's figures`()
        throws
    {
        let doubt = EmulationDoubt.missed(packets: 3)
        let report = CalibrationReport([try line([1_000_100_000]), try line([1_500_000_000], [doubt])])
        let text = report.document.text(width: 120)
        #expect(!report.isTrusted)
        #expect(text.contains("at most 0.01 % off") && text.contains("cannot be trusted: "), "\(text)")
        #expect(text.contains("--clock virtual"), "\(text)")
    }

    @Test func `fits a narrow terminal`() throws {
        let text = CalibrationReport([try line([1_000_100_000])]).document.text(width: 60)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(text)")
        #expect(text.contains("+0.01 %") && text.contains("yes"))
    }
}
