import Archives
import HTTP
import Inspection
import JSON
import LinkModel
import Reports
import Testing
import Wire

@testable import Recordings

/// An inspection's archive is read back unchanged.
struct HARRoundTripTests {
    private static let start: Int64 = 1_772_357_400_125_456_789

    private var exchange: CaptureExchange {
        var exchange = CaptureExchange(
            stream: 4,
            order: 0,
            client: Endpoint(address: .v4(1), port: 40_000),
            server: Endpoint(address: .v4(0xC612_0002), port: 80)
        )
        exchange.method = "GET"
        exchange.url = "http://a.example/x.jpg?q=1&r=%20"
        exchange.target = "/x.jpg?q=1&r=%20"
        exchange.status = 200
        exchange.version = "HTTP/1.1"
        exchange.mediaType = "image/jpeg"
        exchange.requestFields = ["Host": "a.example", "Cookie": "a=1; b=2"]
        exchange.responseFields = ["Content-Type": "image/jpeg", "Set-Cookie": "c=3; Path=/"]
        exchange.requestHeaderBytes = 60
        exchange.headerBytes = 70
        exchange.bodyBytes = 125_724
        exchange.decodedBytes = 125_724
        exchange.handshake = Handshake(
            syn: Self.start,
            synAck: Self.start + 10_000_000,
            ack: Self.start + 10_000_321
        )
        exchange.requestSent = Self.start + 10_123_456
        exchange.firstByte = Self.start + 22_000_001
        exchange.lastByte = Self.start + 562_345_678
        exchange.isComplete = true
        return exchange
    }

    private var archive: JSONValue {
        Self.archive(CaptureInspection(exchanges: [exchange], packets: 1, firstStamp: Self.start))
    }

    private static func archive(_ inspection: CaptureInspection) -> JSONValue {
        InspectionArchive(InspectionReport(inspection, file: "x.pcapng")).draft.value
    }

    private func archive(_ change: (inout CaptureExchange) -> Void) -> JSONValue {
        var exchange = exchange
        change(&exchange)
        return Self.archive(CaptureInspection(exchanges: [exchange]))
    }

    @Test func `an archive conforms to HAR 1.2, even for incomplete exchanges`() {
        let archives = [
            archive,
            archive { $0.url = "https://a.example/" },
            archive { ($0.status, $0.responseFields) = (302, ["Location": "/elsewhere"]) },
            archive { ($0.isDecoded, $0.decodedBytes, $0.contentCoding) = (true, 400_000, "gzip") },
            archive { ($0.url, $0.target, $0.method) = ("a.example:443", "a.example:443", "CONNECT") },
            archive { $0.target = "/?&=&a&b=" },
            archive { ($0.method, $0.url, $0.target, $0.requestSent) = (nil, nil, nil, nil) },
            archive {
                ($0.version, $0.mediaType, $0.requestFields, $0.responseFields) = (nil, nil, nil, nil)
            },
            archive { ($0.firstByte, $0.lastByte, $0.handshake) = (nil, nil, nil) },
            // Timestamps out of order.
            archive { ($0.firstByte, $0.lastByte) = (Self.start, Self.start - 1) },
            Self.archive(CaptureInspection()),
        ]
        for archive in archives { #expect(HARRules.faults(of: archive) == []) }
    }

    @Test func `a connection's DNS lookup is part of its first exchange`() throws {
        let exchange = exchange
        var lookup = CaptureLookup(
            name: "a.example",
            type: .a,
            client: Endpoint(address: .v4(1), port: 3000),
            server: Endpoint(address: .v4(9), port: 53),
            packet: 1
        )
        (lookup.asked, lookup.answered) = (Self.start - 30_000_000, Self.start - 1_000_000)
        lookup.addresses = [exchange.server.address]
        var flow = CaptureFlow(
            stream: exchange.stream ?? 0,
            client: exchange.client,
            server: exchange.server,
            isClientGuessed: false,
            firstStamp: Self.start,
            lastStamp: Self.start
        )
        flow.handshake = exchange.handshake
        let inspection = CaptureInspection(exchanges: [exchange], flows: [flow], lookups: [lookup])
        let archive = Self.archive(inspection)
        #expect(HARRules.faults(of: archive) == [])
        let entry = try #require(archive["log"]?["entries"]?.elements.first)
        let without = try #require(self.archive["log"]?["entries"]?.elements.first)
        #expect(entry["timings"]?["dns"] == .integer(29))
        #expect(without["timings"]?["dns"] == .integer(-1))
        #expect(entry["timings"]?["connect"] == without["timings"]?["connect"])
        #expect(entry["startedDateTime"] != without["startedDateTime"])
    }

    @Test func `the HAR rules detect missing, mistyped and unknown fields`() throws {
        let text = archive.pretty
        func faults(_ from: String, _ to: String) throws -> [String] {
            #expect(text.contains(from))
            return HARRules.faults(of: try JSONValue(parsing: Array(text.replacing(from, with: to).utf8)))
        }
        #expect(
            try faults("\"redirectURL\"", "\"_redirectURL\"") == [
                ".log.entries[0].response.redirectURL is missing"
            ]
        )
        #expect(
            try faults("\"status\": 200", "\"status\": \"200\"") == [
                ".log.entries[0].response.status is no number"
            ]
        )
        #expect(try faults("\"_netlab\"", "\"netlab\"") == [".log.entries[0].netlab is no field of HAR"])
        #expect(try faults("\"send\": 0", "\"send\": -1") == [".log.entries[0].timings.send is below zero"])
        #expect(try faults("http://a.example", "a.example").first?.contains("no whole address") == true)
    }

    @Test func `an HTTP/2 stream is recorded as HTTP/2`() {
        var two = exchange
        (two.httpStream, two.version) = (1, "HTTP/2.0")
        let inspection = CaptureInspection(exchanges: [exchange, two], packets: 1, firstStamp: Self.start)
        let recording = Recording(inspection, LineFit(PacketLog(), []))
        #expect(recording.exchanges.map(\.isHTTP2) == [false, true])
    }

    @Test func `cookies, query and start time are preserved`() throws {
        let entry = try #require(archive["log"]?["entries"]?.elements.first)
        #expect(entry["request"]?["cookies"]?.elements.count == 2)
        #expect(entry["request"]?["queryString"]?.elements.count == 2)
        #expect(entry["response"]?["cookies"]?.elements.first?["value"]?.text == "3")
        #expect(entry["startedDateTime"]?.text == "2026-03-01T09:30:00.125456789Z")
    }

    @Test func `phases add up to the duration`() throws {
        let entry = try #require(archive["log"]?["entries"]?.elements.first)
        // ssl is part of connect.
        let phases = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap {
            entry["timings"]?[$0]?.number
        }
        let sum = phases.filter { $0 > 0 }.reduce(0, +)
        #expect(abs(sum - (entry["time"]?.number ?? 0)) < 1e-6)
    }

    @Test func `sizes and times round-trip to the nanosecond`() throws {
        let recording = try Recording(HTTPArchive(parsing: Array(archive.pretty.utf8)))
        let read = try #require(recording.exchanges.first)
        #expect(read.host == "a.example" && read.target == "/x.jpg?q=1&r=%20")
        #expect(read.bodyBytes == 125_724 && read.status == 200 && read.mediaType == "image/jpeg")
        #expect(read.start == 0 && read.end == 562_345_678)
        #expect(recording.line.roundTripDelay == 10_000_321)
        #expect(read.serverTime == 22_000_001 - 10_123_456 - 10_000_321)
        #expect(read.fields.map(\.name) == ["Content-Type", "Set-Cookie"])
    }
}
