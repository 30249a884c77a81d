/// The rows of captures.
package struct ShardSource: RowSource {
    package static let noun = "captures"

    private let folder: RowsFolder
    package private(set) var remarks: [RowRemark] = []
    /// By identity: the capture whose rows are in the tables.
    private var taken: [String: String] = [:]

    package init(_ folder: RowsFolder) {
        self.folder = folder
    }

    package func members() throws(SweepError) -> [CaptureShard] { try folder.shards() }

    package func name(of shard: CaptureShard) -> String { shard.path }

    package mutating func read(
        _ shard: CaptureShard,
        _ take: (SplitRows) throws(SweepError) -> Void
    ) throws(SweepError) -> Bool {
        guard let reading = shard.reading else { return false }
        // The same file under two names, as where machines know a shared folder by different ones, would count twice.
        if !reading.identity.isEmpty, let other = taken[reading.identity] {
            note(
                reading,
                "it is the same as \(other), and the tables already have those rows",
                isFailure: false
            )
            return true
        }
        guard try shard.read(take) else { return false }
        switch reading.outcome {
        case .ok: break
        case .damaged: note(reading, reading.failure ?? "it is damaged", isFailure: false)
        case .failed: note(reading, reading.failure ?? "it was not read", isFailure: true)
        }
        if reading.outcome != .failed { taken[reading.identity] = reading.capture }
        return true
    }

    private mutating func note(_ reading: CaptureReadingRow, _ text: String, isFailure: Bool) {
        remarks.append(RowRemark(member: reading.capture, text: text, isFailure: isFailure))
    }
}
