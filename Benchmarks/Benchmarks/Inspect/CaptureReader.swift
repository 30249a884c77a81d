import LinuxIO

/// A program that reads a whole capture.
enum CaptureReader: String, CaseIterable {
    case netlab
    /// Reads the file without analysing it: the baseline.
    case tcpdump
    /// Analyses connections only.
    case tcptrace
    /// Analyses responses, with an option without which loss hides most of them.
    case tshark

    var tool: ToolRun? { self == .netlab ? .netlab : ToolRun(named: rawValue) }

    func arguments(_ path: String) -> [String] {
        switch self {
        case .netlab: ["inspect", path, "--json"]
        case .tcpdump: ["-r", path, "-w", "/dev/null"]
        case .tcptrace: ["-l", "-n", path]
        case .tshark:
            [
                "-r", path, "-o", "tcp.reassemble_out_of_order:TRUE", "-Y", "http.response", "-T", "fields",
                "-e", "http.response.code",
            ]
        }
    }

    /// Programs that take a hundred times as long run only once.
    var isSlow: Bool { self == .tshark }
}
