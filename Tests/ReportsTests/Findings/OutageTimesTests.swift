import Analysis
import Reports
import Testing
import Wire

@Suite struct OutageTimesTests {
    private static func span(_ start: Int64, _ end: Int64) -> Span {
        Span(start: Instant(nanoseconds: start * 1_000_000), end: Instant(nanoseconds: end * 1_000_000))
    }

    @Test func `an outage is shown with its start and end`() {
        #expect(OutageTimes([Self.span(400, 2400)]).text == ", from 0.400 s to 2.400 s")
    }

    @Test func `of many outages only three are listed`() {
        let spans = (0..<5).map { Self.span($0 * 1000, $0 * 1000 + 100) }
        #expect(OutageTimes(spans).text.hasSuffix("from 2.000 s to 2.100 s and 2 more times"))
    }

    @Test func `outages without configured times produce no text`() {
        #expect(OutageTimes([]).text.isEmpty)
    }
}
