package import LinuxIO

/// Why the bench could not be given the machine's network, and what to do.
package enum UplinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An ordinary user without a program that would do it for him.
    case noWay
    /// The program needs this device, and this user may not open it.
    case deviceClosed(UplinkProgram, device: String)
    /// The range of the uplinks is taken by the machine's own routes.
    case noAddresses
    /// The program ended with this status before it had set anything up.
    case programEnded(UplinkProgram, status: Int32)
    /// The program has not set anything up for this many seconds.
    case programSilent(UplinkProgram, seconds: Int64)
    /// Root's way; what was refused.
    case refused(SystemCallError)

    package var reason: String {
        switch self {
        case .noWay: "an ordinary user needs slirp4netns or pasta for it, and neither is on PATH"
        case .deviceClosed(let program, let device):
            "\(program.rawValue) needs \(device), which this user may not open"
        case .noAddresses: "the machine has routes to all of 198.19.0.0/16"
        case .programEnded(let program, let status): "\(program.rawValue) ended with status \(status)"
        case .programSilent(let program, let seconds):
            "\(program.rawValue) has not given the bench an interface after \(seconds) s"
        case .refused(let error): "\(error)"
        }
    }

    package var remedy: String {
        switch self {
        case .noWay:
            let packages = UplinkProgram.allCases.map(\.package).joined(separator: " or ")
            return "install \(packages), or run as root"
        case .deviceClosed(_, let device):
            return "let this user open it: sudo modprobe tun && sudo chmod 0666 \(device); or run as root"
        case .noAddresses: return "take one of those routes away"
        case .programEnded, .programSilent:
            return "the machine must have a default route of its own; or run as root"
        case .refused(let error) where error.target.hasPrefix("/proc/sys/"):
            return "/proc/sys must be writable: in a container, start it with --privileged"
        case .refused(let error) where error.call.hasPrefix("nf_tables"):
            return "it takes Linux 5.12 with nf_tables: sudo modprobe nft_masq"
        case .refused: return "run as root; in a container, start it with --privileged"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
