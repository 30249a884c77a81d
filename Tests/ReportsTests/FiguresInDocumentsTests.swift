import Analysis
import JSON
import Reports
import Runs
import Scenarios
import Testing

/// A figure of a transfer is stated in `TransferResult.figures` alone: documents take it from there.
@Suite struct FiguresInDocumentsTests {
    private static let figures = TransferResult.figures

    /// The figures of each document, by the names that it gives them.
    private static func documents() throws -> [String: Set<String>] {
        let result = try FullResult.made()
        let transfer = try #require(result.transfers.first)
        let columns = String(decoding: RunCSV([result]).bytes, as: UTF8.self).prefix { $0 != "\r\n" }
        let archive = RunHTTPArchive(SampleResult.dsl(), seen: nil).draft.value
        let entries = archive["log"]?["entries"]?.elements ?? []
        return [
            "result.json": keys(transfer.json),
            "csv": Set(columns.split(separator: ",").map(String.init)),
            "archive": keys(entries.first?["_netlab"]),
            "comparison": Set(RunComparison([result], [result]).figures.map(\.metric.name)),
            "expectations": Set(ExpectationMetric.all.map(\.name)),
        ]
    }

    private static func keys(_ json: JSONValue?) -> Set<String> {
        guard case .object(let members)? = json else { return [] }
        return Set(members.map(\.key))
    }

    @Test(arguments: [
        ("retransmittedBytes", ["result.json", "csv", "archive", "comparison", "expectations"]),
        ("headerBytes", ["result.json", "csv", "expectations"]),
        ("firstToLastChunkNs", ["result.json"]), ("firstToLastChunk", ["expectations"]),
        ("wireBytes", ["comparison"]), ("efficiency", ["expectations"]), ("url", ["result.json", "csv"]),
    ])
    func `a figure appears in the documents listed in its row`(name: String, wanted: [String]) throws {
        let documents = try Self.documents().filter { $0.value.contains(name) }
        #expect(documents.keys.sorted() == wanted.sorted())
    }

    @Test func `every document has the figures marked for it`() throws {
        let documents = try Self.documents()
        for figure in Self.figures {
            let (key, traits) = (figure.key, figure.traits)
            #expect(traits.contains(.elsewhere) || documents["result.json"]?.contains(key) == true, "\(key)")
            #expect(!traits.contains(.csv) || documents["csv"]?.contains(key) == true, "\(key)")
            #expect(!traits.contains(.archive) || documents["archive"]?.contains(key) == true, "\(key)")
            #expect(
                documents["comparison"]?.contains(figure.name) == (figure.compared != nil),
                "\(figure.name)"
            )
            #expect(
                traits.contains(.untested) || documents["expectations"]?.contains(figure.name) == true,
                "\(figure.name)"
            )
        }
    }

    @Test func `a transfer round-trips through JSON`() throws {
        for var transfer in try FullResult.made().transfers + LeastResult.made.transfers {
            // A ledger without a known row is not read.
            if transfer.ledger?[.payload] == nil { transfer.ledger = nil }
            #expect(TransferResult(json: transfer.json) == transfer)
        }
    }

    @Test func `metric names and transfer keys are unique`() {
        let names = ExpectationMetric.all.map(\.name)
        #expect(Set(names).count == names.count)
        let keys = Self.figures.filter { !$0.traits.contains(.elsewhere) }.map(\.key)
        #expect(Set(keys).count == keys.count)
    }
}
