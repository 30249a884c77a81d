import Analysis
import Capture
import Inspection
import LinuxIO
import Runs
import Wire

/// Capture files through the inspector.
enum CaptureReading {
    /// A run's folder stands for what its client's host saw.
    static func path(of argument: String) throws(CommandFailure) -> String {
        guard Folder.exists(argument) else { return argument }
        let path = "\(argument)/\(Artifact.clientCapture.fileName)"
        guard WholeFile.exists(path) else {
            throw CommandFailure.invalidFile(
                "\(argument): error: this folder has no \(Artifact.clientCapture.fileName), as that of a run has"
            )
        }
        return path
    }

    /// `keys` is the text of a TLS key log, beside what the capture itself has of that. Of packets that `filter` does not admit
    /// nothing is read. `pause` is called whenever more may be long in coming, and
    /// `goesOn` asked whether standard input is read on.
    static func inspect(
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

    /// Several captures as one, their packets in the order of their stamps and numbered anew.
    static func inspect(
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

    /// `read` hands out what captures have, and tells of each how it is.
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
            follower: follower
        ) { ResultFile() }
        inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: keys))
        let summaries = try read(
            { inspector.receive($0) },
            { packet, bytes in
                if filter?.admits(packet, bytes) ?? true { inspector.receive(packet, bytes) }
            }
        )
        var inspection = inspector.finish()
        for summary in summaries {
            inspection.findings.add(contentsOf: summary.findings)
            inspection.take(names: summary.names)
        }
        return inspection
    }

    /// What a host saw, opened by a run's secrets; nothing, with a warning, where its capture cannot be read.
    static func sightings(
        _ path: String,
        secrets: [String],
        into console: Console
    ) -> [CaptureSighting] {
        do {
            return try inspect(path, keys: Array(secrets.joined(separator: "\n").utf8)).sightings
        } catch {
            console.warn("\(path) cannot be read: \(error)")
            return []
        }
    }
}
