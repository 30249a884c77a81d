import Inspection
import LinkModel
import Recordings
import Testing

@Suite struct FittedLineParametersTests {
    private func queue(_ packets: LineEstimate) -> FittedLine.Queue {
        FittedLine.Queue(packets: packets, packetBytes: 1500, longestWait: 1)
    }

    @Test func `an estimate becomes a line, and unknown figures stay unlimited`() {
        var line = FittedLine(place: .client)
        line.roundTrip = LineEstimate(value: 20_000_001, low: 19_000_000, high: 21_000_000)
        line.down.rate = LineEstimate(value: 1_996_000.4, low: 1_990_000, high: nil)
        line.down.loss = LineEstimate(value: 0.012_345, low: 0.01, high: 0.02)
        line.down.queue = queue(LineEstimate(value: 49.6, low: 49, high: 51))
        line.largestPacket = 1400
        let parameters = line.parameters
        #expect(parameters.down.rateBps == 1_996_000 && parameters.up.rateBps == nil)
        #expect(parameters.down.oneWayDelay == 10_000_001 && parameters.up.oneWayDelay == 10_000_000)
        #expect(parameters.down.lossRatio == 0.0123 && parameters.down.queue == .packets(50))
        #expect(parameters.up.queue == nil && parameters.mtu == 1500)
    }

    @Test func `an uncertain loss counts as no loss, and a queue holds at least one packet`() {
        var line = FittedLine(place: .server)
        line.up.loss = LineEstimate(value: 0.02, low: 0, high: 0.05)
        line.up.queue = queue(LineEstimate(value: 0.2, low: 0, high: 1))
        line.largestPacket = 9000
        #expect(line.parameters.up.lossRatio == 0 && line.parameters.up.queue == .packets(1))
        #expect(line.parameters.mtu == 9000 && line.parameters.down.oneWayDelay == 0)
    }
}
