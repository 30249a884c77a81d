/// Where a recorder writes, and how.
package struct RecordingTarget: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        case pcapng, pcap
    }

    /// Several files, the oldest of which goes when one too many begins.
    package struct Ring: Hashable, Sendable {
        package var files: Int
        /// A file that has grown to these is followed by the next.
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

    /// Nothing is kept.
    package static let nowhere = RecordingTarget("/dev/null")

    /// The format is told by the path's ending.
    package init(_ path: String, ring: Ring? = nil) {
        self.path = path
        self.ring = ring
        format = path.hasSuffix(".pcap") || path.hasSuffix(".cap") ? .pcap : .pcapng
    }

    /// The file of a ring that is the `number`-th, from 1; the path itself where there is no ring.
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
