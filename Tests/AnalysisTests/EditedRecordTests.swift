import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Wire

@testable import Analysis

/// Whatever somebody wrote into a record and its logs, an analysis comes to its end.
@Suite struct EditedRecordTests {
    /// Numbers that are easily wrong somewhere.
    private static let wicked: [Int64] = [
        0, 1, -1, 7, 65_535, 65_536, 1_000_000, -1_000_000, 1 << 50, -(1 << 50), .max, .min,
    ]

    private struct Editor {
        var draws: Draws
        /// One number in this many is replaced.
        let rarity: UInt64

        mutating func edited(_ json: JSONValue) -> JSONValue {
            switch json {
            case .integer where draws.next() % rarity == 0:
                return .integer(
                    EditedRecordTests.wicked[Int(draws.next() % UInt64(EditedRecordTests.wicked.count))]
                )
            case .array(let elements): return .array(elements.map { edited($0) })
            case .object(let members):
                return .object(members.map { .init(key: $0.key, value: edited($0.value)) })
            default: return json
            }
        }

        mutating func log<Entry: JSONLineReadable>(_ entries: [Entry]) -> [Entry] {
            entries.map { entry in
                var writer = JSONWriter()
                entry.write(to: &writer)
                let json = try? JSONValue(parsing: writer.bytes)
                return json.flatMap { Entry(json: edited($0)) } ?? entry
            }
        }
    }

    private func edited(_ record: RunRecord, _ seed: UInt64) -> RunRecord? {
        var editor = Editor(draws: Draws(seed: seed), rarity: 2 + seed % 60)
        guard var again = RunRecord(json: editor.edited(record.json)) else { return nil }
        again.link.parameters = record.link.parameters
        again.timing = editor.log(record.timing)
        again.linkLog = editor.log(record.linkLog)
        again.originLog = editor.log(record.originLog)
        again.proxyLog = editor.log(record.proxyLog)
        return again.impossible == nil ? again : nil
    }

    @Test func `analysing edited numbers always yields a result`() {
        var proxied = LoggedRun()
        proxied.goThroughProxy()
        let plain = LoggedRun()
        let sample = SampleRun()
        var analysed = 0
        for seed in UInt64(1)...80 {
            for (record, scenario) in [
                (plain.run.record, plain.scenario), (proxied.run.record, proxied.scenario),
                (sample.record, sample.scenario),
            ] {
                guard let edited = edited(record, seed) else { continue }
                let result = RunAnalysis(edited, scenario: scenario, capture: sample.capture).result()
                #expect(result.transfers.count == edited.transfers.count)
                analysed += 1
            }
        }
        #expect(analysed > 40)
    }
}
