import Inspection
import JSON
import Recordings
import Testing

@testable import Reports

/// What a fitted line and a replay lack, in words.
@Suite struct RecordingRemarkTests {
    @Test(arguments: [
        (
            RecordingRemark.line(.delayedUnevenly),
            "packets are delayed unevenly, so round trip and queue are less certain"
        ),
        (
            .line(.withoutOpening),
            "the capture contains no connection from its start, so it is assumed to have been taken at the client"
        ),
        (
            .line(.cut(segments: 9, leftOut: 2)),
            "the line is estimated from the first 9 segments, 2 more are left out"
        ),
        (
            .line(.withoutRate),
            "no packets were spaced by a rate: the line is unlimited, or was never full"
        ),
        (
            .withoutLine,
            "an archive does not record a line's rate or loss: --profile PROFILE gives the replay a line"
        ),
        (
            .incomplete(responses: 3),
            "3 responses are incomplete in the capture: they get the captured length"
        ),
        (
            .encrypted(exchanges: 4),
            "4 exchanges are encrypted and left out: --keylog FILE decrypts them"
        ),
        (.cached(entries: 5), "5 entries are left out: the browser had them in a cache"),
        (.unanswered(entries: 6), "6 entries are left out: they are not HTTP, or have no response"),
        (
            .tooLarge(bodies: 7),
            "7 bodies exceed what a scenario may name: made content of the same size replaces them"
        ),
        (.tooMany(kept: 10, of: 12), "only the first 10 exchanges are replayed, of 12"),
        (.scrubbed(values: 8), "8 values in queries were scrubbed (--keep-secrets keeps them)"),
        (
            .excluded(exchanges: 2, .tooLate),
            "2 exchanges are left out: they began more than a day after the first"
        ),
    ])
    func `each remark says what differs`(_ remark: RecordingRemark, _ words: String) {
        #expect(remark.words == words)
    }

    @Test func `reasons for excluding exchanges are in alphabetical order`() {
        let words = RecordingRemark.Exclusion.allCases.map {
            RecordingRemark.excluded(exchanges: 2, $0).words
        }
        #expect(words == words.sorted() && Set(words).count == words.count)
    }

    @Test func `remarks are notes in text and sentences in JSON`() throws {
        var line = FittedLine(place: .server)
        line.remarks = [.withoutRate]
        let report = FitReport(line, file: "a.pcap")
        let sentence =
            "no packets were spaced by a rate: the line is unlimited, or was never full"
        #expect(report.document.text(width: 200).contains("note: \(sentence)"))
        #expect(report.json["remarks"]?.elements.map(\.text) == [sentence])
    }
}
