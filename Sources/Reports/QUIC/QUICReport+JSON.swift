import Inspection
import JSON
import Wire

extension QUICReport {
    /// Times count from the capture's first packet, at `start`.
    func draft(from start: Int64) -> JSONDraft {
        let connections = connections
        return .elements(connections.count) { .value(Self.json(connections[$0], start)) }
    }

    private static func json(_ connection: CaptureQUICConnection, _ start: Int64) -> JSONValue {
        [
            "quic": connection.number.json, "client": connection.client.description.json,
            "server": connection.server.description.json, "datagrams": connection.datagrams.json,
            "firstPacket": connection.firstPacket.json,
            "startNs": (connection.firstStamp &- start).json,
            "durationNs": (connection.lastStamp &- connection.firstStamp).json,
            "midway": connection.isMidway.json, "version": connection.version.description.json,
            "offeredVersions": connection.offeredVersions.map(\.description).json,
            "serverName": connection.serverName.json,
            "cipherSuite": connection.cipherSuite.map(\.description).json,
            "applicationProtocol": connection.applicationProtocol.json,
            "resumed": connection.isResumed.json, "earlyData": connection.earlyData.rawValue.json,
            "retry": connection.hasRetry.json, "keys": connection.hasKeys.json,
            "answerNs": connection.answerTime.json, "handshakeNs": connection.handshakeRoundTrip.json,
            "paths": .array(connection.paths.map { json($0, start) }),
            "up": json(connection.up), "down": json(connection.down),
            "ending": connection.ending.rawValue.json,
            "close": connection.close.map { json($0, start) } ?? .null,
        ]
    }

    private static func json(_ path: CaptureQUICConnection.Path, _ start: Int64) -> JSONValue {
        [
            "client": path.client.description.json, "server": path.server.description.json,
            "firstPacket": path.firstPacket.json, "startNs": (path.firstStamp &- start).json,
        ]
    }

    private static func json(_ close: CaptureQUICClose, _ start: Int64) -> JSONValue {
        [
            "from": (close.isFromClient ? "client" : "server").json,
            "by": (close.isByApplication ? "application" : "transport").json,
            "code": close.code.json, "name": close.name.json,
            "frameType": close.frameType.json, "reason": close.reason.json,
            "atNs": (close.stamp &- start).json, "packet": close.packet.json,
        ]
    }

    private static func json(_ side: CaptureQUICConnection.Side) -> JSONValue {
        [
            "datagrams": side.datagrams.json, "wireBytes": side.wireBytes.json,
            "openedPackets": side.openedPackets.json, "closedPackets": side.closedPackets.json,
            "identifiers": side.identifiers.map(\.description).json,
            "streamBytes": side.streamBytes.json, "repeatedBytes": side.repeatedBytes.json,
            "keyUpdates": side.keyUpdates.json, "recovery": json(side.recovery), "credit": json(side.credit),
        ]
    }

    private static func json(_ recovery: CaptureQUICConnection.Recovery) -> JSONValue {
        [
            "lost": recovery.lost.json, "spurious": recovery.spurious.json,
            "lostBefore": recovery.lostBefore.json, "unseen": recovery.unseen.json,
            "probes": recovery.probes.json, "roundTripNs": json(recovery.roundTrip),
            "ackDelayNs": json(recovery.delay),
            "ecn": recovery.marks.map { marks in
                ["ect0": marks.ect0.json, "ect1": marks.ect1.json, "ce": marks.congestionExperienced.json]
            } ?? .null,
        ]
    }

    private static func json(_ samples: SampleStatistics) -> JSONValue {
        let isKnown = samples.count > 0
        return [
            "samples": samples.count.json, "min": (isKnown ? samples.least : nil).json,
            "median": samples.median.json, "mean": samples.mean.json,
            "max": (isKnown ? samples.most : nil).json,
        ]
    }

    private static func json(_ credit: CaptureQUICConnection.Credit) -> JSONValue {
        [
            "connection": credit.connection.json, "stream": credit.stream.json,
            "streams": credit.streams.json,
            "blockedFrames": [
                "connection": credit.blockedConnection.json, "stream": credit.blockedStream.json,
                "streams": credit.blockedStreams.json,
            ],
        ]
    }
}
