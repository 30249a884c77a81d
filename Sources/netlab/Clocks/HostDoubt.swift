import LinuxIO
import RealTime

/// Why this machine's own clock is not the one to measure by at the moment.
enum HostDoubt: Hashable, CustomStringConvertible {
    case noNamespaces
    case busy

    /// nil where there is no doubt. It takes less than a tenth of a second.
    static func found() -> HostDoubt? {
        if !Sandbox.isAllowed { return .noNamespaces }
        return HostCalm.isBusy() ? .busy : nil
    }

    var description: String {
        switch self {
        case .noNamespaces: "this machine allows no namespaces"
        case .busy: "this machine is busy"
        }
    }
}
