import Reports
import Runs
import Testing

@Suite struct RunCSVTests {
    private func rows(_ results: [RunResult]) -> [[String: String]] {
        let lines = String(decoding: RunCSV(results).bytes, as: UTF8.self).split(separator: "\r\n").map(
            String.init
        )
        // The sample has no commas in its fields.
        let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            #expect(fields.count == names.count)
            return Dictionary(uniqueKeysWithValues: zip(names, fields))
        }
    }

    @Test func `each transfer of each run has a line`() {
        var second = SampleResult.dsl()
        second.repetition = 2
        second.matrix = [MatrixValue(key: "client.policy", value: "none")]
        let rows = rows([SampleResult.dsl(), second])
        #expect(rows.count == 20)
        #expect(
            rows[0]["step"] == "together" && rows[0]["file"] == "small.jpg" && rows[0]["source"] == "network"
        )
        #expect(rows[0]["durationNs"] == "1560000000" && rows[0]["bodyBytes"] == "125724")
        #expect(
            rows[0]["theorySharedNs"] == "1575584750" && rows[0]["repeat"] == "1" && rows[0]["matrix"] == ""
        )
        #expect(rows[10]["repeat"] == "2" && rows[10]["matrix"] == "client.policy=none")
    }

    @Test func `every line of an untrusted run is marked`() {
        var doubted = SampleResult.dsl()
        doubted.emulation.doubts = [.missed(packets: 1)]
        let rows = rows([SampleResult.dsl(), doubted])
        #expect(rows.prefix(10).allSatisfy { $0["trusted"] == "true" })
        #expect(rows.dropFirst(10).allSatisfy { $0["trusted"] == "false" } && rows.count > 10)
    }

    @Test func `unknown values are empty`() {
        // From memory.
        let row = rows([SampleResult.dsl()])[6]
        #expect(row["source"] == "memory" && row["exchangeNs"] == "" && row["wireStatus"] == "")
        #expect(row["ledger.payloadNs"] == "" && row["connection"] == "")
    }
}
