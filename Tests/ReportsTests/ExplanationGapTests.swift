import Analysis
import JSON
import Reports
import Testing

@Suite struct ExplanationGapTests {
    private static let edited = JSONDifference(
        path: ".transfers[0].ledger.payload",
        one: .integer(7),
        other: .integer(603)
    )

    static let gaps: [(ExplanationGap, String)] = [
        (
            .damagedResult(why: "1:2: no"),
            "result.json is damaged (1:2: no), and the record and the logs cannot be compared with it"
        ),
        (.foreignResult, "result.json belongs to another run, so the record and the logs are explained"),
        (
            .editedResult(edited, places: 1),
            "result.json has 7 at .transfers[0].ledger.payload, and the record and the logs give 603: "
                + "one of these files was edited, so the record and the logs are explained"
        ),
        (
            .editedResult(JSONDifference(path: ".steps", one: [1.json], other: [1.json, 2.json]), places: 3),
            "result.json has 1 element at .steps, and the record and the logs give 2 elements; "
                + "2 other values differ: one of these files was edited, so the record and the logs are explained"
        ),
        (.cutResponses(2), "the capture does not have all bytes of 2 responses"),
        (.partialExchanges(1), "the capture has only a part of 1 exchange"),
        (
            .oneDirection(connections: 1),
            "the capture has only one direction of 1 connection: what was sent on it is known in part"
        ),
        (
            .serversHalves(2),
            "2 exchanges of a proxy with a server are parts of exchanges with its clients, and not listed twice"
        ),
        (
            .encryptedExchanges(3),
            "3 exchanges are encrypted, and their keys are missing (most programs write them with "
                + "SSLKEYLOGFILE=FILE, and --keylog FILE reads them)"
        ),
    ]

    @Test(arguments: gaps)
    func `each gap has its sentence`(gap: ExplanationGap, words: String) {
        #expect(gap.words == words)
    }

    @Test func `truncates long values`() {
        let long = String(repeating: "x", count: 500)
        let gap = ExplanationGap.editedResult(
            JSONDifference(path: ".failure", one: .string(long), other: .null),
            places: 1
        )
        #expect(gap.words.count < 250 && gap.words.contains("xxx… at .failure"))
    }
}
