import Analysis
import HTTP
import JSON
import LinkModel
import Reports
import Testing
import Wire

@testable import Inspection

/// Parts of an inspection other than responses: theory, UDP, name servers; and responses as they end.
@Suite struct InspectionPartsTests {
    private static let client = Endpoint(address: .v4(0xC612_0001), port: 40_000)
    private static let server = Endpoint(address: .v4(0xC612_0002), port: 443)
    private static let ms: Int64 = 1_000_000

    private var exchange: CaptureExchange {
        var exchange = CaptureExchange(stream: 0, order: 0, client: Self.client, server: Self.server)
        (exchange.method, exchange.status) = ("GET", 200)
        (exchange.url, exchange.target) = ("http://a.example/x\u{1B}.jpg", "/x\u{1B}.jpg")
        exchange.handshake = Handshake(syn: 0, synAck: 10 * Self.ms, ack: 10 * Self.ms)
        exchange.requestSent = 10 * Self.ms
        exchange.firstByte = 520 * Self.ms
        exchange.lastByte = 1030 * Self.ms
        (exchange.bodyBytes, exchange.headerBytes, exchange.requestBytes) = (125_724, 170, 100)
        exchange.isComplete = true
        return exchange
    }

    private var inspection: CaptureInspection {
        var quic = CaptureDatagrams(
            number: 0,
            client: Self.client,
            server: Self.server,
            firstPacket: 1,
            firstStamp: 0
        )
        (quic.content, quic.version, quic.serverName) = (.quic, .one, "quic.example\u{1B}")
        quic.applicationProtocols = ["h3"]
        quic.lastStamp = 1500 * Self.ms
        (quic.up.packets, quic.up.wireBytes, quic.down.packets, quic.down.wireBytes) = (3, 3000, 40, 50_000)
        var lookup = CaptureLookup(
            name: "a.example",
            type: .a,
            client: Self.client,
            server: Endpoint(address: .v4(1), port: 53),
            packet: 1
        )
        (lookup.asked, lookup.answered, lookup.code) = (0, 12 * Self.ms, .noError)
        lookup.addresses = [.v4(0xC612_0002), .v4(1), .v4(2)]
        var refused = lookup
        (refused.name, refused.code, refused.addresses) = ("b.example", .noSuchName, [])
        var flow = CaptureFlow(
            stream: 0,
            client: Self.client,
            server: Self.server,
            isClientGuessed: false,
            firstStamp: 0,
            lastStamp: 1030 * Self.ms
        )
        flow.handshake = exchange.handshake
        flow.serverName = "a.example"
        return CaptureInspection(
            exchanges: [exchange],
            flows: [flow],
            datagrams: [quic],
            lookups: [lookup, refused],
            packets: 50,
            firstStamp: 0,
            lastStamp: 1500 * Self.ms
        )
    }

    private var dsl: LinkParameters {
        LinkParameters(
            down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5 * Self.ms),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5 * Self.ms)
        )
    }

    @Test(arguments: [60, 80, 100, 200])
    func `no part exceeds the terminal width or injects terminal sequences`(
        _ width: Int
    ) {
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: dsl)
        let report = InspectionReport(inspection, file: "a.pcap", comparison: comparison)
        let summary = InspectionReport(inspection, file: "a.pcap", isSummarised: true)
        for text in [report.document.text(width: width), summary.document.text(width: width)] {
            for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
            #expect(!text.contains("\u{1B}"))
        }
    }

    @Test func `a comparison with theory shows the measured time and its main cause`() throws {
        let comparison = CaptureComparison(inspection, profile: "nlc/dsl", link: dsl)
        let report = InspectionReport(inspection, file: "a.pcap", comparison: comparison)
        let text = report.document.text(width: 120)
        #expect(text.contains("beside theory for nlc/dsl: down 2 Mbit/s"))
        #expect(text.contains("1.030 s") && text.contains("payload") && text.contains("0.503 s"))
        guard case .array(let exchanges)? = report.json["exchanges"] else {
            Issue.record("no exchanges")
            return
        }
        let compared = try #require(exchanges.first?["comparison"])
        #expect(compared["measuredNs"] == .integer(1030 * Self.ms))
        #expect(compared["theory"]?["articleNs"] == .integer(125_724 * 8 * 500))
        #expect(compared["cause"]?.text == "payload")
        #expect(compared["ledger"]?["connect"] == .integer(10 * Self.ms))
        #expect(report.json["comparison"]?["profile"]?.text == "nlc/dsl")
        let plain = InspectionReport(inspection, file: "a.pcap").json
        #expect(plain["comparison"] == .null)
    }

    @Test func `reports who reset a stream or closed the connection, and why`() throws {
        var inspection = inspection
        inspection.exchanges[0].reset = CaptureReset(isFromClient: true, code: 8, stamp: 900 * Self.ms)
        inspection.exchanges[0].isComplete = false
        var farewell = CapturedGoAway(
            isFromClient: false,
            lastStream: 5,
            code: 0,
            stamp: 950 * Self.ms,
            packet: 49
        )
        farewell.text = "max\u{1B}age"
        inspection.flows[0].farewells = [farewell]
        let report = InspectionReport(inspection, file: "a.pcap", stream: 0)
        let text = report.document.text(width: 140)
        #expect(text.contains("not whole: CANCEL"))
        #expect(text.contains("client  CANCEL: given up"))
        #expect(text.contains("server  GOAWAY, NO_ERROR, last stream 5: max\u{B7}age"))
        let exchange = try #require(report.json["exchanges"]?.elements.first)
        #expect(exchange["resetCode"]?.text == "CANCEL" && exchange["resetBy"]?.text == "client")
        let goAway = try #require(report.json["flows"]?.elements.first?["goAway"]?.elements.first)
        #expect(goAway["name"]?.text == "NO_ERROR" && goAway["lastStream"] == .integer(5))
        #expect(goAway["atNs"] == .integer(950 * Self.ms))
    }

    @Test func `lists QUIC handshakes after those of TLS over TCP`() throws {
        var inspection = inspection
        var shake = CaptureHandshake(stream: 0, client: Self.client, server: Self.server, start: Self.ms)
        shake.steps = [
            HandshakeStep(name: "Client Hello", isFromClient: true, stamp: Self.ms, packet: 1, bytes: 300)
        ]
        inspection.handshakes = [shake]
        (shake.quic, shake.connection, shake.datagrams, shake.version) = (.one, .quic(7), 7, .tls13)
        inspection.quicHandshakes = [shake]
        let report = InspectionReport(inspection, file: "a.pcap")
        let text = report.handshakes.document.text(width: 140)
        #expect(
            text.contains("stream 0: 198.18.0.1:40000")
                && text.contains("QUIC connection 7, version 1, UDP 7: 198.18.0.1:40000")
        )
        let listed = try #require(report.json["handshakes"]).elements
        #expect(listed.map { $0["stream"] } == [.integer(0), .null])
        #expect(listed.map { $0["datagrams"] } == [.null, .integer(7)])
        #expect(listed.map { $0["quic"]?.text } == [nil, "1"])
    }

    @Test func `a selection limits handshakes, estimates and findings`() throws {
        var two = inspection
        for stream in 0...1 {
            var shake = CaptureHandshake(stream: stream, client: Self.client, server: Self.server, start: 0)
            shake.steps = [
                HandshakeStep(name: "Client Hello", isFromClient: true, stamp: 0, packet: 1, bytes: 9)
            ]
            two.handshakes.append(shake)
            two.estimates.append(estimate(stream, "s\(stream).example"))
            two.findings.add(CaptureFinding(packet: 1, stream: stream, .cutShort(7 + stream)))
        }
        two.findings.add(CaptureFinding(.file(.empty)))
        two.quicHandshakes = [two.handshakes[1]]
        (two.quicHandshakes[0].quic, two.quicHandshakes[0].connection) = (.one, .quic(0))
        let all = InspectionReport(two, file: "a").json
        #expect(all["handshakes"]?.elements.count == 3 && all["estimates"]?.elements.count == 2)
        #expect(all["findings"]?.elements.count == 3)
        let one = InspectionReport(two, file: "a", stream: 1)
        #expect(one.json["handshakes"]?.elements.map { $0["stream"] } == [.integer(1)])
        #expect(one.json["estimates"]?.elements.map { $0["stream"] } == [.integer(1)])
        #expect(
            one.json["findings"]?.elements.compactMap { $0["sentence"]?.text } == [
                "8 packets are truncated: the recorder kept only their beginning", "the file is empty",
            ]
        )
        let text = one.document.text()
        #expect(text.contains("s1.example") && !text.contains("s0.example") && !text.contains("7 packets"))
        #expect(!one.handshakes.document.text().contains("stream 0"))
        var filter = ExchangeFilter()
        filter.host = "*.example"
        let named = InspectionReport(two, file: "a", filter: filter).json
        #expect(named["estimates"]?.elements.count == 2 && named["findings"]?.elements.count == 3)
        filter.statuses = 500...599
        let none = InspectionReport(two, file: "a", filter: filter).json
        #expect(none["estimates"]?.elements.isEmpty == true && none["handshakes"]?.elements.isEmpty == true)
    }

    @Test(arguments: [40, 80]) func `estimated exchanges keep the duration column at any width`(_ width: Int)
    {
        var closed = inspection
        closed.exchanges = []
        closed.estimates = [estimate(0, "images.of-a-long-name.example.com")]
        let text = InspectionReport(closed, file: "a.pcap", stream: 0).document.text(width: width)
        let estimates = text[(text.firstRange(of: "estimates,")?.lowerBound ?? text.endIndex)...]
        #expect(estimates.contains("last byte") && estimates.contains("2 ns"))
        #expect(estimates.split(separator: "\n").allSatisfy { $0.count <= width }, "\(estimates)")
        #expect(estimates.contains("response") == (width == 80))
    }

    private func estimate(_ stream: Int, _ name: String) -> CaptureEstimate {
        var estimate = CaptureEstimate(
            stream: stream,
            order: 0,
            client: Self.client,
            server: Self.server,
            requestBytes: 1,
            responseBytes: 2,
            requestSent: 0,
            firstByte: 1,
            lastByte: 2
        )
        estimate.serverName = name
        return estimate
    }

    @Test func `the closing summary of a watch respects its filter`() {
        var filter = ExchangeFilter()
        filter.slowerThan = 2000 * Self.ms
        let none = WatchReport.closing(inspection, filter, dropped: 0, missed: 0)
        #expect(none["exchanges"] == .integer(0) && none["packets"] == .integer(50))
        #expect(WatchReport.closing(inspection, dropped: 0, missed: 0)["exchanges"] == .integer(1))
    }

    @Test func `lists UDP flows and DNS lookups, except for a single stream`() {
        let report = InspectionReport(inspection, file: "a.pcap")
        let text = report.document.text(width: 140)
        #expect(text.contains("QUIC h3") && text.contains("50,000 B") && text.contains("1.500 s"))
        #expect(text.contains("198.18.0.2, 0.0.0.1 and 1 more") && text.contains("NXDOMAIN"))
        #expect(report.json["datagrams"]?.elements.first?["serverName"]?.text == "quic.example\u{1B}")
        #expect(report.json["datagrams"]?.elements.first?["alpn"]?.elements.first?.text == "h3")
        #expect(report.json["lookups"]?.elements.first?["durationNs"] == .integer(12 * Self.ms))
        #expect(report.json["lookups"]?.elements.first?["addresses"]?.elements.count == 3)
        #expect(report.json["flows"]?.elements.first?["serverName"]?.text == "a.example")
        let one = InspectionReport(inspection, file: "a.pcap", stream: 0)
        #expect(!one.document.text(width: 140).contains("QUIC"))
        #expect(one.json["datagrams"]?.elements.isEmpty == true)
    }

    /// Events of stream 0, in file order.
    private var events: TCPEvents {
        func event(
            _ kind: TCPEvent.Kind,
            _ isFromClient: Bool?,
            at stamp: Int64,
            _ set: (inout TCPEvent) -> Void = { _ in }
        ) -> TCPEvent {
            var event = TCPEvent(kind, isFromClient: isFromClient, stamp: stamp * Self.ms, packet: Int(stamp))
            set(&event)
            return event
        }
        let told = [
            event(.syn, true, at: 0) {
                $0.offer = TCPOffer(segmentSize: 1460, windowShift: 7, allowsSelective: true)
            },
            event(.connected, true, at: 10),
            event(.duplicateAck, true, at: 600) {
                ($0.count, $0.offset, $0.lastStamp) = (3, 2896, 610 * Self.ms)
            },
            event(.retransmission, false, at: 620) {
                ($0.repair, $0.isAgain, $0.count, $0.offset, $0.bytes) = (.fast, true, 2, 2896, 2896)
                $0.lastStamp = 621 * Self.ms
            },
            event(.silence, nil, at: 1030) { $0.time = 409 * Self.ms },
            event(.fin, false, at: 1030) { $0.offset = 125_894 },
        ]
        return TCPEvents(stream: 0, told, leftOut: 7)
    }

    @Test func `lists TCP events with their connection`() throws {
        var followed = inspection
        #expect(InspectionReport(followed, file: "a").json["flows"]?.elements.first?["events"] == .null)
        followed.events = events
        let flow = try #require(
            InspectionReport(followed, file: "a", stream: 0).json["flows"]?.elements.first
        )
        let told = try #require(flow["events"]).elements
        #expect(flow["eventsLeftOut"] == .integer(7) && told.count == 6)
        #expect(told[0]["event"]?.text == "syn" && told[0]["offer"]?["segmentSize"] == .integer(1460))
        #expect(told[3]["repair"]?.text == "fast" && told[3]["lastNs"] == .integer(621 * Self.ms))
        #expect(told[4]["from"] == .null && told[4]["timeNs"] == .integer(409 * Self.ms))
        followed.events?.stream = 1
        #expect(InspectionReport(followed, file: "a").json["flows"]?.elements.first?["events"] == .null)
    }

    @Test func `shows one stream chronologically, with its messages' header fields`() {
        var followed = inspection
        followed.exchanges[0].requestFields = ["Host": "a.example", "X-Odd": "\u{1B}[31m"]
        followed.exchanges[0].responseFields = ["Content-Type": "image/jpeg"]
        var shake = CaptureHandshake(stream: 0, client: Self.client, server: Self.server, start: 10 * Self.ms)
        shake.steps = [
            HandshakeStep(
                name: "Client Hello",
                isFromClient: true,
                stamp: 10 * Self.ms,
                packet: 4,
                bytes: 517
            )
        ]
        followed.handshakes = [shake]
        followed.events = events
        let text = InspectionReport(followed, file: "a.pcap", stream: 0).document.text(width: 100)
        let told = [
            "0 ns  client  SYN to 198.18.0.2:443 (a.example)", "MSS 1460, window shift 7, SACK",
            "10.0 ms  client  ACK: connected", "client  TLS Client Hello, 517 B", "client  GET /x",
            "Host: a.example", "0.520 s  server  200", "Content-Type: image/jpeg",
            "0.600 s  client  3 duplicate ACKs until 0.610 s, waits for byte 2,896",
            "0.620 s  server  retransmitted fast: 2 segments, from byte 2,896",
            "2,896 B in all until 0.621 s", "1.030 s          no packet for 0.409 s",
            "1.030 s  server  body of 125,724 B", "1.030 s  server  FIN after byte 125,894",
            "and 7 more TCP events", "still open when the capture ends",
        ]
        var rest = text[...]
        for words in told {
            guard let found = rest.firstRange(of: words) else {
                Issue.record("\(words) is not there, or not in its place: \(text)")
                return
            }
            rest = rest[found.upperBound...]
        }
        #expect(!text.contains("\u{1B}"))
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        let narrow = InspectionReport(followed, file: "a.pcap", stream: 0).document.text(width: 60)
        let timeline = narrow[(narrow.firstRange(of: "timeline")?.upperBound ?? narrow.startIndex)...]
        for line in timeline.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
        // Its words are wrapped, not cut.
        let words = timeline.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        #expect(words.contains("3 duplicate ACKs until 0.610 s, waits for byte 2,896"))
    }

    @Test func `a summary groups UDP flows by server`() throws {
        let report = InspectionReport(inspection, file: "a.pcap", isSummarised: true)
        let group = try #require(report.json["summary"]?["datagrams"]?.elements.first)
        #expect(group["flows"] == .integer(1) && group["packets"] == .integer(43))
        #expect(group["wireDownBytes"] == .integer(50_000))
        #expect(report.document.text(width: 100).contains("UDP server"))
    }

    @Test func `a response without a Host field counts under its server's name`() throws {
        var named = inspection
        named.exchanges[0].url = "http://198.18.0.2:443/x"
        named.exchanges[0].serverName = "Printer.local"
        let summary = try #require(InspectionReport(named, file: "a", isSummarised: true).json["summary"])
        #expect(summary["hosts"]?.elements.first?["name"]?.text == "printer.local")
    }

    @Test func `each completed response has its own line`() throws {
        let line = WatchReport.line(exchange, start: 0).text()
        #expect(line.count <= 101 && line.hasSuffix("\n"))
        #expect(!line.contains("\u{1B}") && line.contains("125,724 B"))
        #expect(line.contains("1.020 s") && line.contains("a.example"))
        var cut = exchange
        (cut.isComplete, cut.method, cut.url) = (false, "POST", nil)
        #expect(WatchReport.line(cut, start: 0).text().hasSuffix("  POST (not i…the capture)  not whole\n"))
        #expect(
            WatchReport.heading.text()
                == "    after  stream  status         body       took         speed  request\n"
        )
        let json = WatchReport.json(exchange, start: 5 * Self.ms)
        #expect(json["requestNs"] == .integer(5 * Self.ms) && !json.line.contains("\n"))
        let opening = WatchReport.opening(interface: "eth0", start: 7)
        #expect(opening["schema"]?.text == "netlab.watch/1" && opening["startedAtNs"] == .integer(7))
        let closing = WatchReport.closing(inspection, dropped: 3, missed: 2)
        #expect(closing["dropped"] == .integer(3) && closing["notLookedAt"] == .integer(2))
        #expect(closing["exchanges"] == .integer(1))
    }
}
