package import Capture
import Compression
package import Inspection
import Wire

/// Reads capture files into the inspector.
package enum CaptureReading {
    /// Inspects captures; several as one, with their packets in timestamp order and renumbered. `keys` is the
    /// text of a TLS key log, used beside the secrets in the captures themselves. `filter` hides packets, but
    /// connections keep the numbers that they have among all packets. `pause` is called whenever the next
    /// packet may take long. `input` says what is known of standard input.
    package static func inspect(
        _ paths: [String],
        from input: StandardInput? = nil,
        keys: [UInt8] = [],
        limits: InspectionLimits = InspectionLimits(),
        options: ConversationOptions = ConversationOptions(),
        bodies: (any BodyCollector)? = nil,
        follower: (any StreamFollower)? = nil,
        filter: PacketFilter? = nil,
        pause: () -> Void = {}
    ) throws(CaptureError) -> CaptureInspection {
        let unpacking = UnpackingBudget()
        var inspector = CaptureInspector(
            limits: limits,
            options: options,
            bodies: bodies,
            follower: follower,
            isFiltered: filter != nil,
            unpacking: unpacking
        ) { ResultFile() }
        inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: keys))
        let summaries = try read(
            paths,
            from: input,
            unpacking,
            pause: pause,
            secrets: { inspector.receive($0) }
        ) { packet, bytes in
            if filter?.admits(packet, bytes) ?? true {
                inspector.receive(packet, bytes)
            } else {
                inspector.pass(packet, bytes)
            }
        }
        var inspection = inspector.finish()
        for summary in summaries {
            inspection.findings.add(contentsOf: summary.findings) {
                CaptureFinding(packet: $0.packet, block: $0.block, .file($0.fault))
            }
            inspection.damage =
                inspection.damage
                ?? summary.findings.kept.first { $0.fault.isDamage }.map {
                    CaptureFinding(packet: $0.packet, block: $0.block, .file($0.fault))
                }
            inspection.take(names: summary.names)
        }
        return inspection
    }

    /// Hands out the captures' secrets and packets, and returns a summary of each capture.
    private static func read(
        _ paths: [String],
        from input: StandardInput?,
        _ unpacking: UnpackingBudget,
        pause: () -> Void,
        secrets: (CaptureSecrets) -> Void,
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> [CaptureFile.Summary] {
        guard paths.count == 1 else {
            return try CaptureMerge.read(
                paths,
                from: input,
                unpacking: unpacking,
                secrets: secrets,
                pause: pause,
                packet: packet
            )
        }
        let summary = try CaptureFile.read(
            paths[0],
            from: input,
            unpacking: unpacking,
            secrets: secrets,
            pause: pause,
            packet: packet
        )
        guard summary.format != nil else { throw CaptureError.noCapture(paths[0]) }
        return [summary]
    }
}
