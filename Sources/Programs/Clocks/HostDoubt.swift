import LinuxIO
import RealTime

/// Why this machine's own clock is currently not fit to measure by.
enum HostDoubt: Hashable, CustomStringConvertible {
    case noNamespaces
    case busy

    /// nil if it is fit. Takes less than a tenth of a second.
    static func found() -> HostDoubt? {
        if !Sandbox.isAllowed { return .noNamespaces }
        return WakeLatencyCheck.isBusy() ? .busy : nil
    }

    var description: String {
        switch self {
        case .noNamespaces: "this machine allows no namespaces"
        case .busy: "this machine is busy"
        }
    }
}
