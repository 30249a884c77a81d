import Inspection
import JSON
import Reports
import Testing

@Suite struct FitReportTests {
    private var line: FittedLine {
        var line = FittedLine(place: .client)
        line.roundTrip = LineEstimate(value: 20_500_000, low: 20_000_000, high: 21_000_000)
        line.largestPacket = 1500
        line.down.rate = LineEstimate(value: 1_996_000, low: 1_990_000, high: 2_001_000)
        line.down.loss = LineEstimate(value: 0.01, low: 0.005, high: 0.02)
        (line.down.packets, line.down.lost, line.down.dropped) = (2000, 20, 3)
        line.down.queue = FittedLine.Queue(
            packets: LineEstimate(value: 50, low: 49, high: 51),
            packetBytes: 1500,
            longestWait: 300_000_000
        )
        line.up.rate = LineEstimate(value: 256_000, low: 250_000, high: nil)
        line.up.queue = FittedLine.Queue(
            packets: LineEstimate(value: nil, low: 7, high: nil),
            packetBytes: 1500,
            longestWait: 4_000_000
        )
        return line
    }

    @Test func `each figure has its interval and basis`() throws {
        let text = FitReport(line, file: "a.pcap").document.text(width: 120)
        #expect(text.hasPrefix("a.pcap: the line, as the client's side of it saw its packets\n"))
        let lines = text.split(separator: "\n").map(String.init)
        func row(_ name: String) throws -> String { try #require(lines.first { $0.contains(name) }) }
        #expect(try row("round trip").contains("20.50 ms") && row("round trip").contains("21.00 ms"))
        #expect(try row("down rate").contains("1.996 Mbit/s"))
        #expect(try row("down loss").contains("1.00 %") && row("down loss").contains("20 of 2,000 packets"))
        #expect(
            try row("down queue").contains("50 packets") && row("down queue").contains("3 packets dropped")
        )
        #expect(try row("up rate").contains("256.0 kbit/s") && row("up rate").contains("unlimited"))
        #expect(try row("up loss").contains("not known"))
        #expect(try row("up queue").contains("not known") && row("up queue").contains("never full"))
    }

    @Test func `the JSON has the same figures`() {
        let json = FitReport(line, file: "a.pcap").json
        #expect(json["schema"] == "netlab.fit/1" && json["seenAt"] == "client")
        #expect(json["roundTripNs"]?["low"]?.number == 20_000_000)
        #expect(json["down"]?["dropped"]?.int64 == 3 && json["down"]?["longestWaitNs"]?.int64 == 300_000_000)
        #expect(json["up"]?["lossRatio"] == .null && json["up"]?["rateBps"]?["high"] == .null)
        #expect(json["up"]?["queuePackets"]?["value"] == .null && json["largestPacket"]?.int64 == 1500)
    }
}
