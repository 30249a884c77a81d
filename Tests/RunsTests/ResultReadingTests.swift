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
            (["schema": "netlab.bench/1"], "is no result"),
            (.integer(5), "is no result"),
            (document(schema: "netlab.result/9"), "another version's"),
            (document(link: nil), "does not say what carried the line"),
            (document(transfers: []), "has no transfers"),
            (document(transfers: .integer(5)), "has no transfers"),
            (document(steps: nil), "has no steps"),
            (document(emulation: nil), "does not say whether its figures can be trusted"),
            (
                document(steps: [["name": "cold"]]),
                "has steps that cannot be read, and are left out: cold"
            ),
            (
                document(transfers: [transfer(0, "a.jpg"), transfer(1, "b.jpg", duration: "5"), .integer(7)]),
                "has transfers that cannot be read, and are left out: cold[b.jpg], the one in place 3"
            ),
            (document(transfers: [transfer(3, "a.jpg"), transfer(3, "b.jpg")]), "have the number 3"),
        ] as [(JSONValue, String)]
    )
    func `what is not as a run wrote it is named`(document: JSONValue, fault: String) {
        let faults = ResultReading(document).faults
        #expect(faults.count == 1 && faults[0].contains(fault), "\(faults)")
    }
}
