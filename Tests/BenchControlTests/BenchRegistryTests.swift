import Foundation
import Images
import LinkModel
import LinuxIO
import Logs
import ScenarioFormat
import Scenarios
import TLS
import TestSupport
import Testing
import Wire

@testable import BenchControl
@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct BenchRegistryTests {
    private static func authority() throws -> CertificateAuthority {
        try CertificateAuthority(validity: .days(1, from: RunClock.wall() / 1_000_000_000))
    }

    private static func yard(_ mode: LinkMode) throws -> BenchRegistry {
        BenchRegistry(mode, by: try authority(), drawing: LibraryDrawing())
    }

    private static func order(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// What curl reports in the given form, with the content on another line before it.
    private static func curl(_ url: String, _ form: String, _ more: [String] = []) throws -> String {
        try Program("/usr/bin/curl", ["-s", "-w", "\n\(form)"] + more + [url]).run().output
    }

    // MARK: Streams

    @Test func `a stream bench serves its order and lists its requests`() throws {
        let yard = try Self.yard(.stream)
        defer { yard.endAll() }
        let bench = try yard.make(
            Self.order(#"{ "origin": { "files": { "feed.json": { "json": { "a": [1] } } } } }"#)
        )
        let url = try #require(bench.urls.plain)
        #expect(
            try Self.curl("\(url)/feed.json", "%{http_code}").split(separator: "\n") == [
                "{\"a\": [1]}", "200",
            ]
        )
        #expect(try Self.curl("\(url)/fed.json", "%{http_code}").hasSuffix("404"))
        #expect(Waiting.until { bench.requests.count == 2 })
        #expect(bench.requests.map(\.status) == [200, 404])
        #expect(bench.unmatched.map(\.nearest) == ["feed.json"])
        let ended = try yard.end(bench.id)
        #expect(ended.end == SideBenchEnd(failures: [], lostPackets: 0))
        #expect(throws: ControlError.self) { try yard.find(bench.id) }
    }

    @Test func `advances a bench's date without waiting`() throws {
        let yard = try Self.yard(.stream)
        defer { yard.endAll() }
        let bench = try yard.make(Self.order("origin: { files: { a.txt: { text: a } } }"))
        try bench.advance(by: 7 * 86_400_000_000_000)
        let date = try Self.curl(try #require(bench.urls.plain) + "/a.txt", "%header{date}")
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        let told = try #require(form.date(from: String(date.split(separator: "\n").last ?? "")))
        #expect(abs(told.timeIntervalSinceNow - 7 * 86_400) < 60)
    }

    @Test func `accepts orders without a line, with a line and empty`() throws {
        let yard = try Self.yard(.stream)
        defer { yard.endAll() }
        #expect(try yard.make([]).scenario.link.parameters.shapesNothing)
        #expect(try yard.make(Self.order("link: { profile: 3g }")).scenario.link.profile == "nlc/3g")
        let bench = try yard.change(1, toLinkOf: Self.order("link: { profile: dsl }"))
        #expect(bench.scenario.link.profile == "nlc/dsl")
        #expect(yard.ids == [1, 2])
    }

    @Test(arguments: ["link: { profile: 4x }", "origin: 3", "matrix: { seed: [1, 2] }", "{", "steps: 1"])
    func `an invalid order is refused and creates no bench`(text: String) throws {
        let yard = try Self.yard(.stream)
        #expect(throws: (any Error).self) { try yard.make(Self.order(text)) }
        #expect(yard.ids.isEmpty)
    }

    @Test func `files change, and an unknown file is refused with the known names`() throws {
        let yard = try Self.yard(.stream)
        defer { yard.endAll() }
        let bench = try yard.make(Self.order("origin: { files: { a.jpg: { image: jpeg, size: 3 kB } } }"))
        let url = try #require(bench.urls.plain) + "/a.jpg"
        let before = try Self.curl(url, "%header{etag}", ["-o", "/dev/null"])
        try bench.change(files: [])
        #expect(try Self.curl(url, "%header{etag}", ["-o", "/dev/null"]) != before)
        let error = #expect(throws: ControlError.self) { try bench.change(files: ["b.jpg"]) }
        #expect(error?.message.contains("a.jpg") == true)
    }

    // MARK: Packets

    @Test(.enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"))
    func `an unlimited line that may be shaped later uses no extra processor`()
        async throws
    {
        try await OwnThread.run {
            let hosts = try HostPair(.unlimited, laterLinks: [SideBench.shaping])
            #expect(!hosts.isUnshaped && !hosts.offloads)
            #expect(!hosts.isFast)
        }
    }

    @Test(.enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"))
    func `parallel benches have their own delay, origin and certificate`() async throws {
        try await OwnThread.run {
            let first = try HostPair(.unlimited)
            defer { extendLifetime(first) }
            let folder = try ScratchFolder()
            let yard = try Self.yard(.packet)
            defer { yard.endAll() }
            try folder.write("authority.pem", yard.authority.certificatePEM)
            let far = try yard.make(
                Self.order("{ link: { rtt: 120 ms }, origin: { files: { a: { text: far } } } }")
            )
            let near = try yard.make(
                Self.order("{ link: { rtt: 20 ms }, origin: { files: { a: { text: near } } } }")
            )
            #expect(far.urls.plain == "http://198.18.1.2")
            #expect(near.urls.secure == "https://198.18.2.2")
            for (bench, text, rtt) in [(far, "far", 0.12), (near, "near", 0.02)] {
                let plain = try Self.curl(try #require(bench.urls.plain) + "/a", "%{time_connect}").split(
                    separator: "\n"
                )
                #expect(plain.first.map(String.init) == text)
                #expect(try #require(Double(plain.last ?? "")) >= rtt)
                let secure = try Self.curl(
                    try #require(bench.urls.secure) + "/a",
                    "%{http_code}",
                    ["--cacert", folder.file("authority.pem")]
                )
                #expect(secure == "\(text)\n200")
            }
            try near.change(to: yard.make(Self.order("link: { rtt: 200 ms }")).scenario.link)
            let slow = try Self.curl(try #require(near.urls.plain) + "/a", "%{time_connect}").split(
                separator: "\n"
            )
            #expect(try #require(Double(slow.last ?? "")) >= 0.2)
            let refused = #expect(throws: ControlError.self) {
                try yard.change(near.id, toLinkOf: Array("link: { profile: dsl, ip: 6 }".utf8))
            }
            #expect(refused?.message == "the line of a bench beside others carries IPv4 only")
            let ended = try yard.end(far.id)
            #expect(ended.end.latenessP99 != nil && ended.end.failures.isEmpty && ended.end.lostPackets == 0)
            #expect(try Self.curl("http://198.18.1.2/a", "%{http_code}", ["-m", "1"]).hasSuffix("000"))
            #expect(try yard.make([]).urls.plain == "http://198.18.4.2")
        }
    }
}
