import Archives
import JSON
import Logs
import Reports
import Runs
import Testing
import Wire

@Suite struct `A transfer of a run under way, as an archive has it` {
    private func transfer(_ source: ImageSource = .network) -> TransferRecord {
        var transfer = TransferRecord(
            id: 3,
            step: "cold",
            file: "a.jpg",
            url: "http://a.test/a.jpg",
            source: source,
            status: 200,
            start: Instant(nanoseconds: 1000),
            end: Instant(nanoseconds: 9000),
            bodyBytes: 70
        )
        transfer.phases = TransferPhases(
            cache: 1,
            blocked: 2,
            dns: 3,
            connect: 4,
            tls: 5,
            request: 6,
            wait: 7
        )
        return transfer
    }

    @Test func `has the client's phases and absolute times`() throws {
        let entry = try #require(transfer().archived(since: 500_000).first)
        #expect(entry.started == 501_000 && entry.duration == 8000 && entry.page == "cold")
        let timings = entry.timings
        #expect(timings.blocked == 3 && timings.lookup == 3 && timings.connect == 9 && timings.secure == 5)
        #expect(timings.send == 6 && timings.wait == 7 && timings.receive == 0)
        #expect(entry.details?["transfer"]?.int == 3 && entry.details?["source"]?.text == "network")
    }

    @Test func `a redirect comes first, and the next entry starts at its end`() throws {
        var transfer = transfer()
        transfer.redirects = [
            RedirectHop(
                url: "http://a.test/old",
                status: 302,
                location: "http://a.test/a.jpg",
                request: Instant(nanoseconds: 1500),
                firstByte: Instant(nanoseconds: 2500),
                lastByte: Instant(nanoseconds: 3000)
            )
        ]
        let entries = transfer.archived(since: 0)
        #expect(entries.map(\.response.status) == [302, 200])
        #expect(entries.map(\.started) == [1000, 3000] && entries.map(\.duration) == [2000, 6000])
        #expect(entries[0].timings.blocked == 500 && entries[0].timings.wait == 1000)
    }

    @Test(arguments: [ImageSource.memory, .disk])
    func `a cache hit has no entry`(_ source: ImageSource) {
        #expect(transfer(source).archived(since: 0) == [])
    }

    @Test func `a caller that waited for another's exchange has no entry`() {
        var transfer = transfer()
        transfer.sharedWith = 1
        #expect(transfer.archived(since: 0) == [])
    }

    @Test func `a failed transfer has status 0`() throws {
        var failed = transfer(.none)
        (failed.status, failed.error) = (nil, "timeout: no answer within 15 s")
        let entry = try #require(failed.archived(since: 0).first)
        #expect(entry.response.status == 0 && entry.details?["error"]?.text == failed.error)
    }
}
