/// Where and how a recorder writes.
package struct RecordingTarget: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        case pcapng, pcap
    }

    /// Several files, of which the oldest is removed when there are too many.
    package struct Ring: Hashable, Sendable {
        package var files: Int
        /// Size at which the next file begins.
        package var bytes: Int

        package init(files: Int, bytes: Int) {
            self.files = files
            self.bytes = bytes
        }
    }

    /// `-` is standard output.
    package var path: String
    package var format: Format
    package var ring: Ring?

    /// Discards all packets.
    package static let nowhere = RecordingTarget("/dev/null")

    /// The path's ending determines the format.
    package init(_ path: String, ring: Ring? = nil) {
        self.path = path
        self.ring = ring
        format = path.hasSuffix(".pcap") || path.hasSuffix(".cap") ? .pcap : .pcapng
    }

    /// Path of the ring's n-th file, from 1; the path itself without a ring.
    package func path(_ number: Int) -> String {
        if path == "-" { return "/dev/stdout" }
        guard ring != nil else { return path }
        let digits = "\(number)"
        let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(padded)" }
        return "\(path.dropLast(name[dot...].count))-\(padded)\(name[dot...])"
    }
}
