import JSON
import LinkModel
import Runs
import Testing

@Suite struct ResultReadingTests {
    private static func transfer(_ id: Int, _ file: String, duration: JSONValue = .integer(5)) -> JSONValue {
        ["id": id.json, "step": "cold", "file": file.json, "startNs": .integer(0), "durationNs": duration]
    }

    private static func document(
        schema: JSONValue = "netlab.result/1",
        link: JSONValue = ["mode": "packet"],
        transfers: JSONValue = [transfer(0, "a.jpg")],
        steps: JSONValue = [["name": "cold", "startNs": .integer(0), "makespanNs": .integer(5)]],
        emulation: JSONValue = ["trusted": .bool(true)]
    ) -> JSONValue {
        [
            "schema": schema, "link": link, "transfers": transfers, "steps": steps,
            "emulation": emulation,
        ]
    }

    @Test func `a result as it was written has no fault`() {
        let reading = ResultReading(Self.document())
        #expect(reading.result?.transfers.count == 1 && reading.faults.isEmpty)
    }

    @Test(
        arguments: [
            (["schema": "netlab.bench/1"], .noResult),
            (.integer(5), .noResult),
            (document(schema: "netlab.result/9"), .otherVersion),
            (document(link: nil), .unknownCarrier),
            (document(transfers: []), .empty(.transfers)),
            (document(transfers: .integer(5)), .empty(.transfers)),
            (document(steps: nil), .empty(.steps)),
            (document(emulation: nil), .unknownTrust),
            (document(steps: [["name": "cold"]]), .unreadable(.steps, [.name("cold")])),
            (
                document(transfers: [transfer(0, "a.jpg"), transfer(1, "b.jpg", duration: "5"), .integer(7)]),
                .unreadable(.transfers, [.transfer(TransferName(step: "cold", file: "b.jpg")), .place(3)])
            ),
            (document(transfers: [transfer(3, "a.jpg"), transfer(3, "b.jpg")]), .sameNumber(3)),
        ] as [(JSONValue, ResultFault)]
    )
    func `what is not as a run wrote it is named`(document: JSONValue, fault: ResultFault) {
        #expect(ResultReading(document).faults == [fault])
    }
}
