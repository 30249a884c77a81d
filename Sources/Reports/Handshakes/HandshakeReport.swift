import Figures
package import Inspection
import Wire

/// The TLS handshakes of a capture, for a reader or (`json`) for a program.
package struct HandshakeReport: Sendable {
    private static let unknown = "-"

    let handshakes: JoinedLists<CaptureHandshake>
    /// Of the capture's first packet, nanoseconds since 1970.
    let start: Int64

    /// `quic` stand behind those over TCP.
    package init(
        _ handshakes: InspectedList<CaptureHandshake>,
        quic: InspectedList<CaptureHandshake> = [],
        start: Int64
    ) {
        self.handshakes = JoinedLists(handshakes, quic)
        self.start = start
    }

    /// A row for each handshake, then the steps of each with its times.
    package func text(_ style: TerminalStyle) -> String {
        var text = ""
        write(style) { text += $0 }
        return text
    }

    /// The same, handed out line by line: there may be very many.
    package func write(_ style: TerminalStyle, _ sink: (String) -> Void) {
        guard !handshakes.isEmpty else { return sink("  no TLS handshake\n") }
        var blocks = TextBlocks()
        blocks.begin(sink)
        table.write(style) { sink($0 + "\n") }
        for handshake in handshakes { blocks.add(steps(of: handshake, style), to: sink) }
    }

    private var table: TextTable {
        func column(
            _ heading: [String],
            isRightAligned: Bool = false,
            priority: Int? = nil,
            _ cell: @escaping (CaptureHandshake) -> String
        ) -> TextTable.ColumnOf<CaptureHandshake> {
            TextTable.ColumnOf(
                heading: heading,
                isRightAligned: isRightAligned,
                priority: priority,
                cell: cell
            )
        }
        return TextTable(
            of: handshakes,
            columns: [
                column(["stream"], isRightAligned: true) { Self.place($0) },
                column(["server name"], priority: 6) {
                    ($0.offer?.serverName ?? $0.server.description).printable.shortened(to: 32)
                },
                column(["version"]) { $0.version?.description ?? Self.unknown },
                column(["cipher suite"], priority: 3) { $0.cipherSuite?.description ?? Self.unknown },
                column(["protocol"], priority: 4) { ($0.applicationProtocol ?? Self.unknown).printable },
                column(["resumed"], priority: 2) { Self.resumption($0) },
                column(["took"], isRightAligned: true, priority: 5) {
                    $0.duration.map(DurationFormat.text) ?? Self.unknown
                },
                column(["JA4"], priority: 1) { $0.ja4 ?? Self.unknown },
                column([]) { $0.failure ?? ($0.openedRecords > 0 ? "opened" : "") },
            ]
        )
    }

    /// Which flow it is of.
    private static func place(_ handshake: CaptureHandshake) -> String {
        (handshake.quic == nil ? "" : "UDP ") + "\(handshake.stream)"
    }

    private static func resumption(_ handshake: CaptureHandshake) -> String {
        guard handshake.version != nil else { return unknown }
        return handshake.resumption?.rawValue ?? "no"
    }

    private func steps(of handshake: CaptureHandshake, _ style: TerminalStyle) -> [String] {
        func column(
            _ heading: [String],
            isRightAligned: Bool = true,
            _ cell: (HandshakeStep) -> String
        ) -> TextTable.Column {
            TextTable.Column(
                heading: heading,
                cells: handshake.steps.map(cell),
                isRightAligned: isRightAligned
            )
        }
        let longest = handshake.steps.map { $0.stamp - handshake.start }.max() ?? 0
        let place =
            handshake.quic.map { "\(Self.place(handshake)), QUIC \($0)" } ?? "stream \(handshake.stream)"
        let title = "\(place): \(handshake.client) to \(handshake.server)"
        let certificates = handshake.certificates.flatMap { certificate in
            "certificate \(Self.spaced(certificate.subject)), by \(Self.spaced(certificate.issuer))\(validity(certificate))"
                .printable.wrapped(style.width, indent: 2, hanging: 4)
        }
        return [style.accent(title, .bold)]
            + TextTable(columns: [
                column(["after"]) { DurationFormat.text($0.stamp - handshake.start, like: longest) },
                column(["from"], isRightAligned: false) { $0.isFromClient ? "client" : "server" },
                column(["message"], isRightAligned: false) { $0.name },
                column(["bytes"]) { ByteFormat.text($0.bytes) },
                column(["packet"]) { "\($0.packet)" },
            ]).lines(style) + certificates
    }

    /// A distinguished name whose parts a line can be broken between.
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

    /// A moment of a certificate, which may lie further off than nanoseconds reach.
    static func time(_ seconds: Int64) -> String {
        let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? "beyond reckoning" : TimestampFormat.text(nanoseconds)
    }
}
