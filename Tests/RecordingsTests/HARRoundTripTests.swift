import HTTP
import Inspection
import LinkModel
import Reports
import Runs
import Testing
import Wire

@testable import Recordings

/// What an inspection writes as an archive is read as it was.
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
        InspectionReport(
            CaptureInspection(exchanges: [exchange], packets: 1, firstStamp: Self.start),
            file: "x.pcapng"
        ).har
    }

    @Test func `an archive has every key that version 1.2 asks for`() throws {
        let entry = try #require(archive["log"]?["entries"]?.elements.first)
        func keys(_ value: JSONValue?) -> Set<String> {
            guard case .object(let members)? = value else { return [] }
            return Set(members.map(\.key))
        }
        #expect(keys(archive["log"]).isSuperset(of: ["version", "creator", "entries"]))
        #expect(
            keys(entry).isSuperset(of: [
                "startedDateTime", "time", "request", "response", "cache", "timings",
            ])
        )
        #expect(
            keys(entry["request"]).isSuperset(of: [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
                "bodySize",
            ])
        )
        #expect(
            keys(entry["response"]).isSuperset(of: [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
                "headersSize", "bodySize",
            ])
        )
        #expect(keys(entry["timings"]).isSuperset(of: ["send", "wait", "receive"]))
        #expect(entry["request"]?["cookies"]?.elements.count == 2)
        #expect(entry["request"]?["queryString"]?.elements.count == 2)
        #expect(entry["response"]?["cookies"]?.elements.first?["value"]?.text == "3")
        #expect(entry["startedDateTime"]?.text == "2026-03-01T09:30:00.125456789Z")
    }

    @Test func `its phases add up to its time`() throws {
        let entry = try #require(archive["log"]?["entries"]?.elements.first)
        // ssl is part of connect.
        let phases = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap {
            entry["timings"]?[$0]?.number
        }
        let sum = phases.filter { $0 > 0 }.reduce(0, +)
        #expect(abs(sum - (entry["time"]?.number ?? 0)) < 1e-6)
    }

    @Test func `read again, sizes and times are the same to the nanosecond`() throws {
        let recording = try Recording(har: Array(archive.pretty.utf8))
        let read = try #require(recording.exchanges.first)
        #expect(read.host == "a.example" && read.target == "/x.jpg?q=1&r=%20")
        #expect(read.bodyBytes == 125_724 && read.status == 200 && read.mediaType == "image/jpeg")
        #expect(read.start == 0 && read.end == 562_345_678)
        #expect(recording.line.roundTripDelay == 10_000_321)
        #expect(read.serverTime == 22_000_001 - 10_123_456 - 10_000_321)
        #expect(read.fields.map(\.name) == ["Content-Type", "Set-Cookie"])
    }
}
