import HTTP
import Testing

@testable import Archives

@Suite struct ArchiveSurveyTests {
    private static let ms: Int64 = 1_000_000

    private func exchange(
        _ number: Int,
        url: String? = nil,
        status: Int = 200,
        _ change: (inout ArchiveEntry) -> Void = { _ in }
    ) -> ArchivedExchange {
        var entry = ArchiveEntry(
            started: Int64(number) * Self.ms,
            request: ArchiveRequest(method: "GET", url: url ?? "https://a.test/\(number)"),
            response: ArchiveResponse(status: status)
        )
        entry.response.bodyBytes = 5000
        entry.timings.send = 0
        (entry.timings.wait, entry.timings.receive) = (20 * Self.ms, 10 * Self.ms)
        entry.duration = 30 * Self.ms
        change(&entry)
        return ArchivedExchange(entry, number: number)
    }

    @Test func `an ordinary archive has no findings`() {
        #expect(ArchiveSurvey([exchange(1), exchange(2)]).findings.isEmpty)
    }

    @Test(arguments: [
        (ArchiveFinding.noURL(.init(count: 1, first: 2)), "url"),
        (.untimed(.init(count: 1, first: 2)), "timings"),
        (.unlikeSum(.init(count: 1, first: 2)), "sum"), (.noSize(.init(count: 1, first: 2)), "size"),
        (.refused(.init(count: 1, first: 2)), "refused"), (.cached(.init(count: 1, first: 2)), "cached"),
        (.failed(.init(count: 1, first: 2), why: "net::ERR_FAILED"), "failed"),
        (.uncompressed(.init(count: 1, first: 2), bytes: 5000), "text"),
    ])
    func `reports each anomaly with its entry`(_ finding: ArchiveFinding, _ kind: String) {
        let odd = exchange(2) { entry in
            switch kind {
            case "url": entry.request.url = ""
            case "timings": entry.timings = ArchiveTimings(); entry.duration = nil
            case "sum": entry.duration = 90 * Self.ms
            case "size": entry.response.bodyBytes = nil
            case "refused": entry.response.status = 503
            case "cached": entry.isFromCache = true
            case "failed": (entry.response.status, entry.failure) = (0, "net::ERR_FAILED")
            default: entry.response.mediaType = "application/json; charset=utf-8"
            }
        }
        #expect(ArchiveSurvey([exchange(1), odd, exchange(3)]).findings == [finding])
    }

    @Test func `compressed text is no finding`() {
        let packed = exchange(1) { entry in
            entry.response.mediaType = "text/html"
            entry.response.fields = [HTTPField(name: "Content-Encoding", value: "br")]
        }
        #expect(ArchiveSurvey([packed]).findings.isEmpty)
    }

    @Test func `sorts exchanges by start, and counts those out of order`() {
        let survey = ArchiveSurvey([exchange(3), exchange(1), exchange(2)])
        #expect(survey.exchanges.map(\.number) == [1, 2, 3])
        #expect(survey.findings == [.unordered(.init(count: 1, first: 1))])
    }

    @Test func `connection and queue time are reported as shares of the total`() {
        let slow = exchange(1) { entry in
            (entry.timings.lookup, entry.timings.connect, entry.timings.blocked) = (
                5 * Self.ms, 25 * Self.ms, 40 * Self.ms
            )
            entry.duration = 100 * Self.ms
        }
        #expect(
            ArchiveSurvey([slow]).findings == [
                .settingUp(.init(count: 1, first: 1), time: 30 * Self.ms, of: 100 * Self.ms),
                .blocked(.init(count: 1, first: 1), time: 40 * Self.ms, of: 100 * Self.ms),
            ]
        )
    }

    @Test func `counts repeated downloads of the same URL`() {
        let survey = ArchiveSurvey([
            exchange(1, url: "u:a"), exchange(2, url: "u:a"), exchange(3, url: "u:a", status: 304),
        ])
        #expect(survey.findings == [.repeated(.init(count: 1, first: 2), bytes: 5000)])
    }

    /// Firefox and some proxies state the time of TLS beside that of the connection, the format within.
    @Test(arguments: [(Int64(60), Int64(30)), (50, 20)])
    func `connect includes TLS, whichever way the archive counts it`(_ total: Int64, _ connect: Int64) {
        let exchange = exchange(1) { entry in
            (entry.timings.connect, entry.timings.secure) = (20 * Self.ms, 10 * Self.ms)
            entry.duration = total * Self.ms
        }
        #expect(exchange.timings.connect == connect * Self.ms)
    }

    @Test func `timestamps follow from the start and the phases`() {
        let exchange = exchange(7) { entry in
            (entry.timings.blocked, entry.timings.connect, entry.timings.send) = (
                1 * Self.ms, 2 * Self.ms, 3 * Self.ms
            )
        }
        #expect(exchange.requestSent == 10 * Self.ms && exchange.firstByte == 33 * Self.ms)
        #expect(exchange.lastByte == 43 * Self.ms && exchange.duration == 33 * Self.ms)
    }

    @Test(arguments: [
        ("https://User@A.test:8443/x", "a.test"), ("http://[::1]:80/", "[::1]"),
        ("http://b.test?q", "b.test"),
        ("data:text/plain,x", ""), ("", ""),
    ])
    func `extracts the host from a URL`(_ url: String, _ host: String) {
        #expect(exchange(1, url: url).host == host)
    }

    @Test func `ignores absurd figures`() {
        let absurd = (1...20).map { number in
            exchange(number, url: "u:a") { entry in
                entry.started = .max
                entry.response.bodyBytes = .max
                entry.response.mediaType = "text/plain"
                (entry.timings.connect, entry.duration) = (999_999_999_999_999, 999_999_999_999_999)
            }
        }
        let survey = ArchiveSurvey(absurd)
        #expect(survey.start == nil && absurd[0].bodyBytes == nil && absurd[0].lastByte == nil)
    }
}
