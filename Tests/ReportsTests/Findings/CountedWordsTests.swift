import Analysis
import Figures
import Inspection
import JSON
import LinkModel
import Recordings
import Runs
import Testing
import Wire

@testable import Reports

/// Sentences with counts.
@Suite struct CountedWordsTests {
    private static let end = Endpoint(address: .v4(1), port: 80)

    /// Every sentence that counts something, for a count.
    private static func sentences(_ count: Int) -> [String] {
        let faults: [CaptureFault] = [
            .cutShort(count), .fragments(count), .silenced(count, limit: count),
            .unlistedExchanges(count, connections: count), .unlistedHandshakes(count, estimates: count),
            .unlistedDatagrams(count, lookups: count), .missing(count, from: end, at: 0),
            .unanswered(count, connections: count, limit: count), .unpacked(limit: count),
            .file(.packedTooFar(limit: count)), .waiting(limit: count),
            .lostRecords(UInt64(count), from: end), .file(.dropped(UInt64(count))),
            .file(.recordLength(UInt32(count))), .file(.tooManyInterfaces(most: count)),
        ]
        let missing: [ExplanationGap] = [
            .cutResponses(count), .partialExchanges(count), .encryptedExchanges(count),
            .oneDirection(connections: count), .serversHalves(count),
            .editedResult(JSONDifference(path: ".x", one: .null, other: .null), places: count + 1),
        ]
        let remarks: [RecordingRemark] = [
            .incomplete(responses: count), .encrypted(exchanges: count), .cached(entries: count),
            .unanswered(entries: count), .tooLarge(bodies: count), .tooMany(kept: count, of: count),
            .scrubbed(values: count), .excluded(exchanges: count, .otherMethod),
            .excluded(exchanges: count, .notModified),
        ]
        let findings: [RunFinding] = [
            .revalidated(step: "a", answers: count, wireBytes: 300, bodyBytes: 5000),
            .coalesced(step: "a", requests: count, callers: count, waiting: count),
            .lossAsDelay(times: count),
        ]
        return faults.map(\.words) + missing.map(\.words) + remarks.map(\.words)
            + findings.map { FindingSentence($0).text }
            + [EmulationDoubt.dropped(packets: count).words, EmulationDoubt.missed(packets: count).words]
    }

    @Test func `one item takes the singular`() {
        for text in Self.sentences(1) {
            // `1 packets`, and the verb behind one thing.
            let wrong = text.matches(of: #/\b(1|one) (\w+s)\b/#).filter {
                !["is", "was", "has"].contains($0.2)
            }
            #expect(wrong.isEmpty || text.contains("exceeds"), "\(text)")
            #expect(text.firstMatch(of: #/\b(1|one) \w+ (are|were|have) /#) == nil, "\(text)")
        }
    }

    @Test func `several items take the plural`() {
        for text in Self.sentences(2500) {
            #expect(text.firstMatch(of: #/2,500 \w*[a-rt-z] (is|was|has) /#) == nil, "\(text)")
        }
    }
}
