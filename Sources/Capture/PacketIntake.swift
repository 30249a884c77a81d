import LinuxIO
import Wire

/// Where the packets of a live recording go: into the file and, as copies, to whoever looks at them meanwhile.
struct PacketIntake: ~Copyable, Sendable {
    var file: RecordingFile
    private let linkType: LinkType
    /// nil where nobody looks.
    private let watcher: PacketMailbox?
    /// Copies of those of the burst at hand.
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

    /// After each burst.
    mutating func post() {
        guard let watcher else { return }
        watcher.post(batch)
        batch = PacketBatch()
    }

    consuming func close(dropped: Int) -> SystemCallError? {
        file.close(dropped: dropped)
    }
}
