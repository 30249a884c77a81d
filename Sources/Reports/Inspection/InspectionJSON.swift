import Analysis
import Figures
import Inspection
package import JSON
import Wire

/// An inspection as JSON.
package struct InspectionJSON {
    private let report: InspectionReport

    init(_ report: InspectionReport) {
        self.report = report
    }

    /// Times count from the capture's first packet, `startedAt`. There is one exchange per final response.
    var draft: JSONDraft {
        let inspection = report.inspection
        let start = inspection.firstStamp
        let (exchanges, flows, comparison) = (report.exchanges, report.flows, report.comparison)
        let (events, isAll) = (inspection.events, report.part.isAll)
        return .object([
            ("schema", "netlab.inspection/1"), ("file", .value(report.file.json)),
            ("startedAt", .value(start.map(TimestampFormat.text).json)), ("startedAtNs", .value(start.json)),
            ("packets", .value(inspection.packets.json)),
            (
                "exchanges",
                .elements(exchanges.count) { place in
                    .value(Self.json(exchanges[place], start ?? 0, comparison?.row(exchanges[place])))
                }
            ),
            ("flows", .elements(flows.count) { .value(Self.json(flows[$0], start ?? 0, events)) }),
            ("handshakes", report.handshakes.draft),
            ("estimates", report.estimates.draft),
            ("datagrams", DatagramReport(isAll ? inspection.datagrams : [], start: start ?? 0).draft),
            ("quicConnections", report.quic.draft(from: start ?? 0)),
            ("lookups", .value(LookupReport(isAll ? inspection.lookups : [], start: start ?? 0).json)),
            ("findings", .value(.array(report.findings.map(Self.json)))),
            ("findingsLeftOut", .value(inspection.findings.leftOut.json)),
            ("summary", .value(report.summarised.json)),
            ("comparison", .value(comparison?.json ?? .null)),
        ])
    }

    /// One document for the captures of a command: the inspection itself, or a list of several.
    package static func document(_ reports: [InspectionReport]) -> JSONDraft {
        if reports.count == 1 { return InspectionJSON(reports[0]).draft }
        return .object([
            ("schema", "netlab.inspections/1"),
            ("inspections", .elements(reports.count) { InspectionJSON(reports[$0]).draft }),
        ])
    }

    static func json(
        _ exchange: CaptureExchange,
        _ start: Int64,
        _ compared: ComparedExchange?
    ) -> JSONValue {
        [
            "method": exchange.method.json, "url": exchange.url.json, "status": exchange.status.json,
            "httpVersion": exchange.version.json, "type": exchange.mediaType.json,
            "contentEncoding": exchange.contentCoding.json, "serverName": exchange.serverName.json,
            "stream": exchange.stream.json, "quic": exchange.connection.quic.json,
            "order": exchange.order.json, "httpStream": exchange.httpStream.json,
            "pushed": exchange.isPushed.json,
            "requestNs": exchange.requestSent.map { $0 - start }.json,
            "firstByteNs": exchange.firstByte.map { $0 - start }.json,
            "lastByteNs": exchange.lastByte.map { $0 - start }.json, "durationNs": exchange.duration.json,
            "requestBytes": exchange.requestBytes.json,
            "requestHeaderBytes": exchange.requestHeaderBytes.json,
            "requestBodyBytes": exchange.requestBodyBytes.json, "headerBytes": exchange.headerBytes.json,
            "unpackedHeaderBytes": exchange.unpackedHeaderBytes.json,
            "bodyBytes": exchange.bodyBytes.json, "decodedBytes": exchange.decodedBytes.json,
            "decoded": exchange.isDecoded.json,
            "speedBps": exchange.speedBps.json, "retransmittedBytes": exchange.retransmittedBytes.json,
            "wireDownBytes": exchange.wireDownBytes.json, "wireUpBytes": exchange.wireUpBytes.json,
            "firstPacket": exchange.firstPacket.json, "lastPacket": exchange.lastPacket.json,
            "complete": exchange.isComplete.json, "reset": exchange.isReset.json,
            "resetCode": exchange.reset.map(\.name).json,
            "resetBy": exchange.reset.map { $0.isFromClient ? "client" : "server" }.json,
            "webSocket": exchange.frames.map { json($0, exchange.lastFrame.map { $0 - start }) } ?? .null,
            "comparison": compared?.json ?? .null,
        ]
    }

    private static func json(_ frames: WebSocketFrames, _ last: Int64?) -> JSONValue {
        func side(_ side: WebSocketFrames.Side) -> JSONValue {
            [
                "frames": side.frames.json, "messages": side.messages.json, "bytes": side.bytes.json,
                "controls": side.controls.json,
            ]
        }
        return [
            "up": side(frames.up), "down": side(frames.down), "closeCode": frames.closeCode.json,
            "lastFrameNs": last.json,
        ]
    }

    private static func json(_ flow: CaptureFlow, _ start: Int64, _ told: TCPEvents?) -> JSONValue {
        let events = told.flatMap { $0.stream == flow.stream ? $0 : nil }
        return [
            "stream": flow.stream.json, "client": flow.client.description.json,
            "server": flow.server.description.json, "clientGuessed": flow.isClientGuessed.json,
            "startNs": (flow.firstStamp - start).json, "durationNs": (flow.lastStamp - flow.firstStamp).json,
            "handshakeNs": flow.handshakeRoundTrip.json, "exchanges": flow.exchanges.json,
            "oneWay": flow.isOneWay.json,
            "up": json(flow.up), "down": json(flow.down), "resets": flow.resets.json,
            "ending": flow.ending.rawValue.json, "content": flow.content.rawValue.json,
            "serverName": flow.serverName.json, "tunnel": flow.tunnel.json,
            "longestIdleNs": flow.longestIdle.json,
            "goAway": .array(flow.farewells.map { json($0, start) }),
            "events": events.map { .array($0.events.map { $0.json(from: start) }) } ?? .null,
            "eventsLeftOut": (events?.leftOut).json,
        ]
    }

    private static func json(_ farewell: CapturedGoAway, _ start: Int64) -> JSONValue {
        [
            "from": (farewell.isFromClient ? "client" : "server").json,
            "lastStream": farewell.lastStream.json, "code": Int(farewell.code).json,
            "name": farewell.name.json,
            "text": farewell.text.json, "atNs": (farewell.stamp - start).json,
            "packet": farewell.packet.json,
        ]
    }

    private static func json(_ side: CaptureFlow.Side) -> JSONValue {
        [
            "packets": side.packets.json, "wireBytes": side.wireBytes.json,
            "streamBytes": side.streamBytes.json,
            "retransmittedBytes": side.retransmittedBytes.json, "missingBytes": side.missingBytes.json,
            "tcp": json(side.sender), "goodput": json(side.goodput),
        ]
    }

    private static func json(_ sender: CaptureFlow.Sender) -> JSONValue {
        [
            "segmentSize": sender.segmentSize.json, "windowShift": sender.windowShift.json,
            "selective": sender.allowsSelective.json,
            "roundTripNs": json(sender.roundTrip, isByStamps: sender.isTimedByStamps),
            "retransmitted": sender.retransmitted.json, "lostBefore": sender.lostBefore.json,
            "fast": sender.fast.json, "timeout": sender.timeout.json, "tailProbes": sender.tailProbes.json,
            "spurious": sender.spurious.json, "outOfOrder": sender.outOfOrder.json,
            "duplicateAcks": sender.duplicateAcknowledgements.json, "zeroWindows": sender.zeroWindows.json,
            "zeroWindowNs": sender.zeroWindowTime.json, "largestWindow": sender.largestWindow.json,
            "mostInFlight": sender.mostInFlight.json, "initialFlight": sender.initialFlight.json,
            "lossFlight": sender.lossFlights.mean.json,
        ]
    }

    private static func json(_ samples: SampleStatistics, isByStamps: Bool) -> JSONValue {
        let isKnown = samples.count > 0
        return [
            "samples": samples.count.json, "min": (isKnown ? samples.least : nil).json,
            "median": samples.median.json, "mean": samples.mean.json,
            "max": (isKnown ? samples.most : nil).json,
            "by": (isKnown ? isByStamps ? "timestamps" : "acknowledgements" : nil).json,
        ]
    }

    private static func json(_ series: GoodputSeries) -> JSONValue {
        ["stepNs": series.width.json, "bytes": series.steps.json]
    }

    static func json(_ finding: CaptureFinding) -> JSONValue {
        [
            "packet": finding.packet.json, "block": finding.block.json,
            "stream": (finding.connection?.stream).json, "quic": (finding.connection?.quic).json,
            "sentence": finding.fault.words.json,
        ]
    }
}
