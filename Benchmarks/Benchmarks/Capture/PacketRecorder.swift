import Capture
import LinuxIO

/// A program that records what passes an interface into a file.
enum PacketRecorder: String, CaseIterable {
    case netlab
    /// netlab into the format that it writes where it is not told: more bytes for each packet.
    case netlabPcapng
    case tcpdump

    /// As large as netlab's own without being told.
    private static let bufferKibibytes = 65_536

    var tool: ToolRun? { self == .tcpdump ? ToolRun(named: rawValue) : .itself }

    var file: String { self == .netlabPcapng ? "netlab.pcapng" : "\(rawValue).pcap" }

    /// `snap` is how much of each packet it keeps; nil: all of it.
    func arguments(_ interface: String, into path: String, snap: Int?) -> [String] {
        switch self {
        case .netlab, .netlabPcapng:
            ["capture", "-i", interface, "-o", path, "--quiet"] + (snap.map { ["--snap", "\($0)"] } ?? [])
        case .tcpdump:
            // It would become another user, whom the bench's user namespace does not know.
            ["-i", interface, "-w", path, "-n", "-B", "\(Self.bufferKibibytes)", "-Z", "root"]
                + (snap.map { ["-s", "\($0)"] } ?? [])
        }
    }
}
