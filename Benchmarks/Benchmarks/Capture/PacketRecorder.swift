import Capture
import LinuxIO

/// A program that records an interface's packets into a file.
enum PacketRecorder: String, CaseIterable {
    case netlab
    /// netlab with its default format, which has more bytes per packet.
    case netlabPcapng
    case tcpdump

    /// As large as netlab's default.
    private static let bufferKibibytes = 65_536

    var tool: ToolRun? { self == .tcpdump ? ToolRun(named: rawValue) : .netlab }

    var file: String { self == .netlabPcapng ? "netlab.pcapng" : "\(rawValue).pcap" }

    /// `snap` is the number of bytes kept of each packet; nil keeps whole packets.
    func arguments(_ interface: String, into path: String, snap: Int?) -> [String] {
        switch self {
        case .netlab, .netlabPcapng:
            ["capture", "-i", interface, "-o", path, "--quiet"] + (snap.map { ["--snap", "\($0)"] } ?? [])
        case .tcpdump:
            // Otherwise it would change to a user that the bench's user namespace does not have.
            ["-i", interface, "-w", path, "-n", "-B", "\(Self.bufferKibibytes)", "-Z", "root"]
                + (snap.map { ["-s", "\($0)"] } ?? [])
        }
    }
}
