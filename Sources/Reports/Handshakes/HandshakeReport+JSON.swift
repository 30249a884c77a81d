import Inspection
package import JSON
import Wire

extension HandshakeReport {
    /// Times count from the capture's first packet.
    package var draft: JSONDraft {
        .elements(handshakes.count) { .value(json(handshakes[$0])) }
    }

    private func json(_ handshake: CaptureHandshake) -> JSONValue {
        [
            "stream": (handshake.quic == nil ? handshake.stream : nil).json,
            "datagrams": (handshake.quic == nil ? nil : handshake.stream).json,
            "quic": handshake.quic.map(\.description).json, "client": handshake.client.description.json,
            "server": handshake.server.description.json, "startNs": (handshake.start - start).json,
            "durationNs": handshake.duration.json, "complete": (handshake.end != nil).json,
            "serverName": handshake.offer?.serverName.json ?? .null,
            "version": handshake.version.map(\.description).json,
            "cipherSuite": handshake.cipherSuite.map(\.description).json,
            "group": handshake.group.map(\.description).json,
            "applicationProtocol": handshake.applicationProtocol.json,
            "resumption": handshake.resumption.map(\.rawValue).json, "retried": handshake.hasRetry.json,
            "earlyData": handshake.earlyData.rawValue.json, "offer": offer(handshake),
            "ja3": handshake.ja3.json, "ja4": handshake.ja4.json,
            "certificates": .array(handshake.certificates.map(json)),
            "steps": .array(handshake.steps.map(json)), "alerts": .array(handshake.alerts.map(json)),
            "openedRecords": handshake.openedRecords.json, "closedRecords": handshake.closedRecords.json,
        ]
    }

    private func offer(_ handshake: CaptureHandshake) -> JSONValue {
        guard let offer = handshake.offer else { return .null }
        let versions = offer.supportedVersions.isEmpty ? [offer.version] : offer.supportedVersions
        return [
            "versions": versions.filter { !TLSNumber.isGrease($0.rawValue) }.map(\.description).json,
            "cipherSuites": offer.cipherSuites.map(\.description).json,
            "applicationProtocols": offer.applicationProtocols.json,
            "groups": offer.groups.map(\.description).json,
            "extensions": offer.extensions.json,
        ]
    }

    private func json(_ certificate: CaptureCertificate) -> JSONValue {
        [
            "subject": certificate.subject.json, "issuer": certificate.issuer.json,
            "names": certificate.names.json,
            "validFrom": certificate.validFrom.map(Self.time).json,
            "validUntil": certificate.validUntil.map(Self.time).json,
        ]
    }

    private func json(_ step: HandshakeStep) -> JSONValue {
        [
            "name": step.name.json, "from": (step.isFromClient ? "client" : "server").json,
            "atNs": (step.stamp - start).json, "packet": step.packet.json, "bytes": step.bytes.json,
        ]
    }

    private func json(_ alert: CaptureHandshake.Alert) -> JSONValue {
        [
            "name": alert.alert.description.json, "fatal": alert.alert.isFatal.json,
            "from": (alert.isFromClient ? "client" : "server").json, "atNs": (alert.stamp - start).json,
            "packet": alert.packet.json,
        ]
    }
}
