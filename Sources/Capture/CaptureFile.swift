import Compression
import LinuxIO
package import Wire

/// Capture files on disk.
package enum CaptureFile {
    /// What a file was, beside its packets.
    package struct Summary: Hashable, Sendable {
        /// nil where it is no capture.
        package var format: CaptureFileFormat?
        package var interfaces: [CaptureInterface]
        package var packets: Int
        /// Packets that the file says its recorder dropped.
        package var dropped: UInt64
        package var findings: CaptureFindings
        /// By address, as the file has them.
        package var names: [IPAddress: String]
    }

    /// Reads a capture, pcapng or classic pcap, as it is or packed with gzip or zstd, from a file or, for `-`, from
    /// standard input. Hands out its packets in the file's order, and its secrets ahead of the packets behind them.
    /// Needs the same memory for a file of any size. `pause` is called whenever all that could be read has been handed out: what
    /// comes from a pipe may be long in coming. Standard input ends early where `goesOn` says so.
    package static func read(
        _ path: String,
        while goesOn: (() -> Bool)? = nil,
        secrets: (CaptureSecrets) -> Void = { _ in },
        pause: () -> Void = {},
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> Summary {
        var source = try CaptureSource(path, while: goesOn)
        while try source.next(secrets: secrets, packet: packet) { pause() }
        return source.summary
    }
}
