import Analysis
import Capture
import Inspection
import LinuxIO
import Runs
import Wire

/// Capture files through the inspector.
enum CaptureReading {
    /// A run, by its folder or as `last`, stands for what its client's host saw; several runs for what each of them did.
    static func paths(of argument: String) throws(CommandFailure) -> [String] {
        guard RunReference.isMeant(by: argument) else { return [argument] }
        let name = Artifact.clientCapture.fileName
        var paths: [String] = []
        for run in try RunReference.runs(argument) {
            let path = "\(run)/\(name)"
            guard WholeFile.exists(path) else {
                throw CommandFailure.invalidFile(
                    "\(run): error: this folder has no \(name), as that of a run has"
                )
            }
            paths.append(path)
        }
        return paths
    }

    /// The same where one capture is wanted.
    static func path(of argument: String) throws(CommandFailure) -> String {
        let paths = try paths(of: argument)
        guard let path = paths.first, paths.count == 1 else {
            throw CommandFailure.invalidFile(
                "\(argument): error: this folder has \(paths.count) runs: name one of them",
                advice: paths.first
            )
        }
        return path
    }

    /// `keys` is the text of a TLS key log, beside what the capture itself has of that. Of packets that `filter` does not admit
    /// nothing is told, but connections have the numbers that they have among all packets. `pause` is called whenever more may be long in coming, and
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
