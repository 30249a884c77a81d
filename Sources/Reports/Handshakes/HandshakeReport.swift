import Figures
package import Inspection
package import JSON
import Wire

/// The TLS handshakes of a capture, for a reader or (`json`) for a program.
package struct HandshakeReport: Sendable {
    private static let unknown = "-"

    let handshakes: JoinedLists<CaptureHandshake>
    /// Time of the capture's first packet, nanoseconds since 1970.
    let start: Int64

    /// `quic` handshakes come after those over TCP.
    package init(
        _ handshakes: InspectedList<CaptureHandshake>,
        quic: InspectedList<CaptureHandshake> = [],
        start: Int64
    ) {
        self.handshakes = JoinedLists(handshakes, quic)
        self.start = start
    }

    /// A row for each handshake, then the steps of each with its times.
    package var document: ReportDocument {
        guard !handshakes.isEmpty else { return ReportDocument([[.line("no TLS handshake", indent: 2)]]) }
        var document = ReportDocument([[.table(table)]])
        document.append(count: handshakes.count) { steps(of: handshakes[$0]) }
        return document
    }

    private var table: ReportTable {
        ReportTable(
            of: handshakes,
            [
                .number("stream", cell: Self.place),
                .text("server name", priority: 6) {
                    ($0.offer?.serverName ?? $0.server.description).printable.shortened(to: 32)
                },
                .text("version") { $0.version?.description ?? Self.unknown },
                .text("cipher suite", priority: 3) { $0.cipherSuite?.description ?? Self.unknown },
                .text("protocol", priority: 4) { ($0.applicationProtocol ?? Self.unknown).printable },
                .text("resumed", priority: 2, cell: Self.resumption),
                .number("took", priority: 5) { $0.duration.map(DurationFormat.text) ?? Self.unknown },
                .text("JA4", priority: 1) { $0.ja4 ?? Self.unknown },
                .text { $0.failure ?? ($0.openedRecords > 0 ? "opened" : "") },
            ]
        )
    }

    /// Its flow.
    private static func place(_ handshake: CaptureHandshake) -> String {
        handshake.connection.label
    }

    private static func resumption(_ handshake: CaptureHandshake) -> String {
        guard handshake.version != nil else { return unknown }
        return handshake.resumption?.rawValue ?? "no"
    }

    private func steps(of handshake: CaptureHandshake) -> ReportSection {
        let longest = handshake.steps.map { $0.stamp - handshake.start }.max() ?? 0
        let place =
            handshake.quic.map { version in
                "QUIC connection \(handshake.connection.quic ?? 0), version \(version)"
                    + (handshake.datagrams.map { ", UDP \($0)" } ?? "")
            } ?? "stream \(Self.place(handshake))"
        let table = ReportTable(
            handshake.steps,
            [
                .number("after") { DurationFormat.text($0.stamp - handshake.start, like: longest) },
                .text("from") { $0.isFromClient ? "client" : "server" },
                .text("message") { $0.name },
                .number("bytes") { ByteFormat.text($0.bytes) },
                .number("packet") { "\($0.packet)" },
            ]
        )
        return ReportSection(
            [.heading("\(place): \(handshake.client) to \(handshake.server)"), .table(table)]
                + handshake.certificates.map { .text(words($0).printable, indent: 2, hanging: 4) }
        )
    }

    private func words(_ certificate: CaptureCertificate) -> String {
        "certificate \(Self.spaced(certificate.subject)), by \(Self.spaced(certificate.issuer))"
            + validity(certificate)
    }

    /// A distinguished name with spaces at which a line can wrap.
    static func spaced(_ name: String) -> String {
        var text = ""
        for character in name {
            if character != " ", text.last == ",", !text.hasSuffix("\\,") { text.append(" ") }
            text.append(character)
        }
        return text
    }

    private func validity(_ certificate: CaptureCertificate) -> String {
        guard let from = certificate.validFrom, let until = certificate.validUntil else { return "" }
        return ", \(Self.day(from)) to \(Self.day(until))"
    }

    private static func day(_ seconds: Int64) -> String {
        String(Self.time(seconds).prefix(10))
    }

    /// A certificate's time, which may be beyond the range of nanoseconds.
    static func time(_ seconds: Int64) -> String {
        let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? "beyond reckoning" : TimestampFormat.text(nanoseconds)
    }
}

// MARK: JSON

extension HandshakeReport {
    /// Times count from the capture's first packet.
    package var draft: JSONDraft {
        .elements(handshakes.count) { .value(json(handshakes[$0])) }
    }

    private func json(_ handshake: CaptureHandshake) -> JSONValue {
        [
            "stream": handshake.stream.json, "datagrams": handshake.datagrams.json,
            "quicConnection": handshake.connection.quic.json,
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
