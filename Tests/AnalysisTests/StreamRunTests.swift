import JSON
import LinkModel
import Runs
import Testing
import Wire

/// Differences if the line carried byte streams.
@Suite struct StreamRunTests {
    /// The sample in stream mode: no capture, with or without loss.
    private static func sample(recoveries: Int? = nil) -> SampleRun {
        var run = SampleRun()
        run.record.link.mode = .stream
        run.record.link.carrier = nil
        run.record.link.congestion = nil
        run.record.link.streams = .init(lossAsDelay: recoveries != nil, recoveries: recoveries ?? 0)
        run.record.captures = []
        run.record.linkLog = []
        run.capture = []
        return run
    }

    @Test func `has no capture and no figures that need one`() throws {
        let result = Self.sample().result()
        let transfer = try #require(result.transfers.first)
        #expect(transfer.clientLog != nil)
        #expect(transfer.capture == nil)
        #expect(transfer.retransmittedBytes == nil)
        #expect(result.emulation.captureDrops == nil)
        #expect(result.emulation.isTrusted)
        #expect(result.link.json["mode"] == "stream")
        #expect(result.link.json["carrier"] == .null)
        #expect(result.link.json["lossAsDelay"] == .bool(false))
    }

    @Test func `the findings say that the line carried byte streams`() {
        let plain = Self.sample().result().findings
        #expect(plain.contains(.byteStreams) && !plain.contains(.lossAsDelay(times: 0)))
        #expect(Self.sample(recoveries: 3).result().findings.contains(.lossAsDelay(times: 3)))
        #expect(!SampleRun().result().findings.contains(.byteStreams))
    }

    @Test func `counts no packets on a byte-stream line`() {
        #expect(Self.sample().result().packets == nil)
        #expect(SampleRun().result().packets != nil)
    }

    @Test func `theory for byte streams has no window limit`() throws {
        let streams = try #require(Self.sample().result().transfers.first?.theory)
        let packets = try #require(SampleRun().result().transfers.first?.theory)
        #expect(streams.wire == packets.wire)
        let alone = (try #require(streams.alone), try #require(packets.alone))
        #expect(alone.0 <= alone.1)
    }

    @Test func `wire bytes come from the link log, with each packet counted for one exchange`() {
        var run = Self.sample()
        run.addNetwork(step: "again", file: "a.jpg", body: 0, port: 4001, order: 1, from: 5000, to: 5020)
        run.capture = []
        run.record.flowPorts = [4001, 4002]
        // A connection's handshake and first exchange, another's, then the first one's second exchange and
        // end.
        for (flow, direction, at, bytes, fate) in [
            (1, LinkDirection.up, 101, 60, LinkFate.delivered), (2, .up, 101, 60, .delivered),
            (1, .down, 107, 60, .delivered), (1, .up, 113, 202, .delivered), (1, .down, 125, 1500, .lost),
            (1, .down, 135, 1500, .delivered), (2, .down, 1140, 900, .delivered),
            (1, .up, 5001, 202, .delivered), (1, .down, 5010, 252, .delivered),
            (1, .up, 6000, 52, .delivered),
        ] {
            let moment = SampleRun.at(Int64(at))
            run.record.linkLog.append(
                LinkLogEntry(
                    packet: PacketIdentity(direction: direction, flow: UInt32(flow), number: 0),
                    bytes: bytes,
                    arrival: moment,
                    decision: .ended(fate, at: moment)
                )
            )
        }
        let result = run.result()
        #expect(result.transfers.map(\.wireUpBytes) == [262, 60, nil, nil, 254])
        #expect(result.transfers.map(\.wireDownBytes) == [1560, 900, nil, nil, 252])
        run.record.linkLogOmitted = 1
        #expect(run.result().transfers.allSatisfy { $0.wireUpBytes == nil })
    }
}
