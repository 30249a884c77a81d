import Archives
import Inspection
import JSON
import Logs
import Reports
import Runs
import Testing
import Wire

@Suite struct RunHTTPArchiveTests {
    private func entries(_ result: RunResult) -> [JSONValue] {
        RunHTTPArchive(result, seen: nil).draft.value["log"]?["entries"]?.elements ?? []
    }

    /// What version 1.2 of the format demands of each entry.
    private static let required = [
        ([], ["startedDateTime", "time", "request", "response", "cache", "timings"]),
        (
            ["request"],
            [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
                "bodySize",
            ]
        ),
        (
            ["response"],
            [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
                "headersSize", "bodySize",
            ]
        ), (["response", "content"], ["size", "mimeType"]), (["timings"], ["send", "wait", "receive"]),
    ]

    @Test func `has every field that the format requires`() throws {
        let archive = RunHTTPArchive(SampleResult.dsl(), seen: nil).draft.value
        let log = try #require(archive["log"])
        #expect(log["version"] == "1.2" && log["creator"]?["name"] == "netlab")
        let entries = log["entries"]?.elements ?? []
        for entry in entries {
            for (path, keys) in Self.required {
                let place = path.reduce(entry) { $0[$1] ?? .null }
                for key in keys { #expect(place[key] != nil, "\(path) \(key)") }
            }
            #expect(entry["startedDateTime"]?.text?.hasSuffix("Z") == true)
        }
        let pages = log["pages"]?.elements ?? []
        #expect(pages.compactMap { $0["id"]?.text } == ["together", "in-turn", "warm", "relaunch"])
        #expect(
            pages.allSatisfy {
                $0["startedDateTime"] != nil && $0["pageTimings"] != nil && $0["title"] != nil
            }
        )
        #expect(Set(entries.compactMap { $0["pageref"]?.text }) == ["together", "in-turn", "relaunch"])
    }

    @Test func `an exchange's phases add up to its time`() throws {
        let entries = entries(SampleResult.dsl())
        for entry in entries {
            let timings = try #require(entry["timings"])
            let sum = ["blocked", "dns", "connect", "send", "wait", "receive"]
                .compactMap { timings[$0]?.number }.filter { $0 >= 0 }.reduce(0, +)
            #expect(abs(sum - (try #require(entry["time"]?.number))) < 1e-6)
        }
        let first = try #require(entries.first)
        // The caller asked, 0.2 ms later the connection was begun; the last byte came 0.1 ms before the caller had it.
        #expect(first["time"]?.number == 1559.9)
        #expect(first["timings"]?["connect"]?.number == 12.4 && first["timings"]?["blocked"]?.number == 0.2)
        #expect(first["timings"]?["dns"] == .integer(-1) && first["timings"]?["ssl"] == .integer(-1))
    }

    @Test func `cache hits and transfers shared with another caller produce no entry`() {
        var result = SampleResult.dsl()
        // Three together, three in turn, and one confirmed.
        #expect(entries(result).count == 7)
        #expect(entries(result).last?["response"]?["status"] == 304.json)
        result.transfers[0].sharedWith = 2
        #expect(entries(result).count == 6)
    }

    @Test func `entries are in order of their start`() {
        var result = SampleResult.dsl()
        result.transfers.reverse()
        let starts = entries(result).compactMap { $0["startedDateTime"]?.text }
        #expect(starts == starts.sorted() && starts.count == 7)
    }

    @Test func `a redirect is a separate entry`() throws {
        var result = SampleResult.empty()
        var transfer = SampleResult.network("cold", 0, from: 100, to: 200)
        transfer.wireStatus = 200
        transfer.redirects = [
            RedirectHop(
                url: "http://a.test/old",
                status: 302,
                location: "http://a.test/new",
                request: SampleResult.at(101),
                firstByte: SampleResult.at(103),
                lastByte: SampleResult.at(104)
            )
        ]
        transfer.clientLog?.exchange.request = SampleResult.at(106)
        transfer.clientLog?.exchange.firstByte = SampleResult.at(110)
        result.transfers = [transfer]
        let entries = entries(result)
        #expect(entries.compactMap { $0["response"]?["status"]?.int } == [302, 200])
        #expect(entries[0]["response"]?["redirectURL"] == "http://a.test/new")
        #expect(entries[0]["timings"]?["blocked"]?.number == 1 && entries[0]["timings"]?["wait"]?.number == 2)
        #expect(entries[1]["timings"]?["blocked"]?.number == 2 && entries[1]["timings"]?["wait"]?.number == 4)
        #expect(
            entries[1]["_netlab"]?["redirect"] == false.json
                && entries[0]["_netlab"]?["redirect"] == true.json
        )
    }

    @Test func `an untrusted run is marked with the reason`() throws {
        var result = SampleResult.dsl()
        #expect(RunHTTPArchive(result, seen: nil).draft.value["log"]?["_netlab"]?["trusted"] == true.json)
        result.emulation.doubts = [.missed(packets: 1)]
        let about = try #require(RunHTTPArchive(result, seen: nil).draft.value["log"]?["_netlab"])
        #expect(about["trusted"] == false.json && about["why"]?.text?.isEmpty == false)
    }

    @Test func `a failed transfer has no response, but its duration`() throws {
        var result = SampleResult.empty()
        var transfer = TransferResult(
            id: 4,
            step: "cold",
            file: "a.jpg",
            url: "http://a.test/a.jpg",
            source: .none,
            error: "timeout: no answer within 15 s",
            start: SampleResult.at(5),
            duration: 15 * SampleResult.ms,
            bodyBytes: 0,
            phases: TransferPhases(
                dns: 2 * SampleResult.ms,
                connect: 3 * SampleResult.ms,
                wait: 90 * SampleResult.ms
            )
        )
        transfer.phases?.tls = 1 * SampleResult.ms
        result.transfers = [transfer]
        let entry = try #require(entries(result).first)
        #expect(entry["response"]?["status"] == 0.json && entry["time"]?.number == 15)
        #expect(entry["_netlab"]?["error"]?.text?.hasPrefix("timeout") == true)
        let timings = try #require(entry["timings"])
        #expect(timings["connect"]?.number == 4 && timings["ssl"]?.number == 1 && timings["dns"]?.number == 2)
        // Phases never exceed the whole, and what nobody told of was spent in the last one.
        #expect(timings["wait"]?.number == 9 && timings["blocked"]?.number == 0)
        transfer.phases?.wait = SampleResult.ms
        transfer.phases?.receive = SampleResult.ms
        result.transfers = [transfer]
        let stalled = try #require(self.entries(result).first?["timings"])
        #expect(stalled["wait"]?.number == 1 && stalled["receive"]?.number == 8)
        transfer.phases = TransferPhases(blocked: SampleResult.ms)
        result.transfers = [transfer]
        let stuck = try #require(self.entries(result).first?["timings"])
        #expect(stuck["blocked"]?.number == 15 && stuck["wait"]?.number == 0)
    }

    @Test func `netlab can read the archive back`() throws {
        var bytes: [UInt8] = []
        RunHTTPArchive(SampleResult.dsl(), seen: nil).draft.write { bytes += $0 }
        let archive = try HTTPArchive(parsing: bytes)
        #expect(archive.entries.count == 7)
        #expect(archive.entries[2].response.bodyBytes == 1_152_812)
        var intake = ArchiveIntake()
        intake.receive(bytes)
        let survey = try intake.finish()
        #expect(survey.exchanges.count == 7)
        #expect(!survey.findings.contains { if case .unlikeSum = $0 { true } else { false } })
        #expect(survey.tools == ["netlab 0.1.0"])
    }
}
