package import JSON

/// The capture that a recorder wrote on one host.
package struct CaptureRecord: Hashable, Sendable {
    package enum Host: String, Hashable, Sendable, CaseIterable {
        case client
        case origin
    }

    package var host: Host
    /// File name inside the run's folder.
    package var file: String
    package var packets: Int
    package var dropped: Int

    package init(host: Host, file: String, packets: Int, dropped: Int) {
        self.host = host
        self.file = file
        self.packets = packets
        self.dropped = dropped
    }
}

extension CaptureRecord: Tabulated {
    package static let figures: [ResultFigure<CaptureRecord>] = [
        .member("host", \.host),
        .member("file", \.file),
        .member("packets", \.packets),
        .member("dropped", \.dropped),
    ]

    package init?(json: JSONValue) {
        self.init(host: .client, file: "", packets: 0, dropped: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}

extension CaptureRecord.Host: JSONReadable {}
