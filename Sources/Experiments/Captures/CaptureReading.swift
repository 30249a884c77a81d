package import Capture
package import Inspection
import Wire

/// Reads capture files into the inspector.
package enum CaptureReading {
    /// Inspects one capture. `keys` is the text of a TLS key log, used beside the secrets in the capture
    /// itself. `filter` hides packets, but connections keep the numbers that they have among all packets.
    /// `pause` is called whenever the next packet may take long, and `goesOn` decides whether to keep reading
    /// standard input.
    package static func inspect(
        _ path: String,
        while goesOn: (() -> Bool)? = nil,
        keys: [UInt8] = [],
        limits: InspectionLimits = InspectionLimits(),
        options: ConversationOptions = ConversationOptions(),
        bodies: (any BodyCollector)? = nil,
        follower: (any StreamFollower)? = nil,
        filter: PacketFilter? = nil,
        pause: () -> Void = {}
    ) throws(CaptureError) -> CaptureInspection {
        try inspect(keys, limits, options, bodies, follower, filter) { secrets, packet throws(CaptureError) in
            let summary = try CaptureFile.read(
                path,
                while: goesOn,
                secrets: secrets,
                pause: pause,
                packet: packet
            )
            guard summary.format != nil else {
                throw CaptureError.noCapture(path)
            }
            return [summary]
        }
    }

    /// Inspects several captures as one, with their packets in timestamp order and renumbered.
    package static func inspect(
        merging paths: [String],
        while goesOn: (() -> Bool)? = nil,
        keys: [UInt8] = [],
        limits: InspectionLimits = InspectionLimits(),
        options: ConversationOptions = ConversationOptions(),
        bodies: (any BodyCollector)? = nil,
        follower: (any StreamFollower)? = nil,
        filter: PacketFilter? = nil,
        pause: () -> Void = {}
    ) throws(CaptureError) -> CaptureInspection {
        try inspect(keys, limits, options, bodies, follower, filter) { secrets, packet throws(CaptureError) in
            try CaptureMerge.read(
                paths,
                while: goesOn,
                secrets: secrets,
                pause: pause,
                packet: packet
            )
        }
    }

    /// `read` hands out the captures' secrets and packets, and returns a summary of each capture.
    private static func inspect(
        _ keys: [UInt8],
        _ limits: InspectionLimits,
        _ options: ConversationOptions,
        _ bodies: (any BodyCollector)?,
        _ follower: (any StreamFollower)?,
        _ filter: PacketFilter?,
        _ read: (
            _ secrets: (CaptureSecrets) -> Void,
            _ packet: (CapturedPacket, RawSpan) -> Void
        ) throws(CaptureError) -> [CaptureFile.Summary]
    ) throws(CaptureError) -> CaptureInspection {
        var inspector = CaptureInspector(
            limits: limits,
            options: options,
            bodies: bodies,
            follower: follower,
            isFiltered: filter != nil
        ) { ResultFile() }
        inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: keys))
        let summaries = try read(
            { inspector.receive($0) },
            { packet, bytes in
                if filter?.admits(packet, bytes) ?? true {
                    inspector.receive(packet, bytes)
                } else {
                    inspector.pass(packet, bytes)
                }
            }
        )
        var inspection = inspector.finish()
        for summary in summaries {
            inspection.findings.add(contentsOf: summary.findings) {
                CaptureFinding(packet: $0.packet, block: $0.block, .file($0.fault))
            }
            inspection.take(names: summary.names)
        }
        return inspection
    }
}
