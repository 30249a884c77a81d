package import LinuxIO

/// Why the bench could not be given the machine's network, and the remedy.
package enum UplinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An ordinary user has no program installed that could do it.
    case noHelperProgram
    /// The program needs this device, and this user may not open it.
    case deviceClosed(UplinkProgram, device: String)
    /// The machine's own routes occupy the whole range of uplinks.
    case noAddresses
    /// The program ended with this status before it had set up anything.
    case programEnded(UplinkProgram, status: Int32)
    /// The program has set up nothing for this many seconds.
    case programSilent(UplinkProgram, seconds: Int64)
    /// Root's request was refused by this error.
    case refused(SystemCallError)

    package var reason: String {
        switch self {
        case .noHelperProgram: "an ordinary user needs slirp4netns or pasta for it, and neither is on PATH"
        case .deviceClosed(let program, let device):
            "\(program.rawValue) needs \(device), which this user may not open"
        case .noAddresses: "the machine has routes to all of 198.19.0.0/16"
        case .programEnded(let program, let status): "\(program.rawValue) ended with status \(status)"
        case .programSilent(let program, let seconds):
            "\(program.rawValue) gave the bench no interface within \(seconds) s"
        case .refused(let error): "\(error)"
        }
    }

    package var remedy: String {
        switch self {
        case .noHelperProgram:
            let packages = UplinkProgram.allCases.map(\.package).joined(separator: " or ")
            return "install \(packages), or run as root"
        case .deviceClosed(_, let device):
            return "let this user open it: sudo modprobe tun && sudo chmod 0666 \(device); or run as root"
        case .noAddresses: return "remove one of those routes"
        case .programEnded, .programSilent:
            return "the machine must have a default route of its own; or run as root"
        case .refused(let error) where error.target.hasPrefix("/proc/sys/"):
            return "/proc/sys must be writable: in a container, start it with --privileged"
        case .refused(let error) where error.call.hasPrefix("nf_tables"):
            return "it needs Linux 5.12 with nf_tables: sudo modprobe nft_masq"
        case .refused: return "run as root; in a container, start it with --privileged"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
