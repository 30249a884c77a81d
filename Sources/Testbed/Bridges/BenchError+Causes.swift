import Capture
import Grounds
import LinkEngine
import LinuxIO

extension BenchError {
    /// Turns any error from building a bench into the obstacle and what to do about it.
    init(_ error: any Error) {
        switch error {
        case let error as BenchError: self = error
        case let error as HostPairError: self.init(error)
        case let error as PrivateFilesError: self.init(error)
        case let error as UplinkError:
            self.init(
                "the bench cannot use the machine's network: \(error.reason)",
                advice: error.remedy
            )
        case let error as CaptureError where error.kind == .file:
            self.init(
                error.description,
                advice: "name a file in an existing folder that you may write to"
            )
        default:
            self.init(
                "the bench cannot be built: \(error)",
                advice: "netlab doctor shows what this machine allows"
            )
        }
    }
}
