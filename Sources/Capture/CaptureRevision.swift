import LinuxIO
package import Wire

/// Rewrites a recorded capture with information that is known only after the recording.
package struct CaptureRevision {
    private let settings: RecorderSettings
    /// Text of a TLS key log, written before all packets.
    private let secrets: [UInt8]
    private var encoder = PcapngEncoder()
    private var hasFront = false
    private var span: ClosedRange<Int64>?
    private var packets = 0

    package init(_ settings: RecorderSettings, secrets: [UInt8]) {
        self.settings = settings
        self.secrets = secrets
    }

    /// Replaces the file at `path` by its revision. The file stays as it is if that fails, or if it holds no
    /// packets.
    package mutating func write(
        _ path: String,
        note: (RawSpan, LinkType) -> PacketNote?
    ) throws(CaptureError) {
        let draft = "\(path).part"
        do {
            var file = try FileWriter(path: draft)
            var failure: SystemCallError?
            let summary = try CaptureFile.read(path) { packet, bytes in
                guard failure == nil else { return }
                append(packet, bytes, note(bytes, packet.linkType))
                failure = Self.pass(&encoder, to: &file)
            }
            if let failure { throw failure }
            guard let span else { return WholeFile.remove(draft) }
            encoder.appendStatistics(
                start: span.lowerBound,
                end: span.upperBound,
                received: UInt64(packets) + summary.dropped,
                dropped: summary.dropped
            )
            if let failure = Self.pass(&encoder, to: &file) { throw failure }
            try file.close()
            try WholeFile.rename(draft, to: path)
        } catch {
            WholeFile.remove(draft)
            throw CaptureError(.file, "notes could not be added to the capture: \(error)")
        }
    }

    private mutating func append(_ packet: CapturedPacket, _ bytes: RawSpan, _ note: PacketNote?) {
        if !hasFront { appendFront(packet.linkType) }
        packets += 1
        span = min(span?.lowerBound ?? packet.stamp, packet.stamp)...max(span?.upperBound ?? 0, packet.stamp)
        encoder.appendPacket(
            bytes,
            stamp: packet.stamp,
            originalLength: packet.originalLength,
            identifier: note?.identifier,
            comments: note.map { [$0.comment] } ?? []
        )
    }

    private mutating func appendFront(_ linkType: LinkType) {
        hasFront = true
        encoder.appendSectionHeader(
            hardware: Machine.hardware,
            system: "\(Machine.system) \(Machine.kernel)",
            application: "netlab"
        )
        encoder.appendInterface(
            linkType: linkType,
            snapLength: settings.snapLength,
            name: settings.interface,
            description: settings.description
        )
        if !settings.hostNames.isEmpty { encoder.appendHostNames(settings.hostNames) }
        if !secrets.isEmpty { encoder.appendSecrets(secrets) }
    }

    private static func pass(_ encoder: inout PcapngEncoder, to file: inout FileWriter) -> SystemCallError? {
        do throws(SystemCallError) {
            try file.append(encoder.bytes.span.bytes)
            encoder.removeAll()
            return nil
        } catch {
            return error
        }
    }
}
