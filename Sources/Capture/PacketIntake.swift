import LinuxIO
import Wire

/// Receives the packets of a live recording: writes them to the file, and copies them for a watcher.
struct PacketIntake: ~Copyable, Sendable {
    var file: RecordingFile
    private let linkType: LinkType
    /// nil without a watcher.
    private let watcher: PacketMailbox?
    /// Copies of the current burst's packets.
    private var batch = PacketBatch()

    init(file: consuming RecordingFile, _ linkType: LinkType, watcher: PacketMailbox?) {
        self.file = file
        self.linkType = linkType
        self.watcher = watcher
    }

    mutating func append(_ packet: RawSpan, stamp: Int64, originalLength: Int) {
        file.append(packet, stamp: stamp, originalLength: originalLength)
        guard watcher != nil else { return }
        batch.append(
            packet,
            CapturedPacket(
                number: file.takenPackets,
                linkType: linkType,
                stamp: stamp,
                originalLength: originalLength
            )
        )
    }

    /// Must be called after each burst.
    mutating func post() {
        guard let watcher else { return }
        watcher.post(batch)
        batch = PacketBatch()
    }

    consuming func close(dropped: Int) -> SystemCallError? {
        file.close(dropped: dropped)
    }
}
