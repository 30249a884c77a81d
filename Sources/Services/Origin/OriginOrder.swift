import Glibc
import LinuxIO
import Origin
import Programs
import Scenarios
import Testbed

/// The origin of `netlab serve`.
struct OriginOrder {
    let configuration: OriginConfiguration
    private let subject: ServeSubject
    private let folder: FolderSettings
    private let settings: OriginSettings

    init(_ plan: ServePlan, _ options: ServeOptions) {
        var configuration = OriginConfiguration(plan.scenario)
        if let delay = options.delay { configuration.settings.behaviour.delay = .value(.fixed(delay)) }
        if let validators = options.validators { configuration.settings.behaviour.etag = validators.said }
        self.configuration = configuration
        subject = plan.subject
        folder = options.folder
        settings = plan.scenario.origin
    }

    /// Only a scenario sets the congestion control; nil is the machine's default.
    var congestion: String? {
        if case .scenario = subject { settings.congestion.rawValue } else { nil }
    }

    /// nil if no folder is served.
    func site() throws(CommandFailure) -> FolderSite? {
        guard case .folder(let path) = subject else { return nil }
        do throws(SystemCallError) {
            return FolderSite(try FolderTree(path), folder)
        } catch {
            // EPERM and ENOSYS come from kernels and containers without this system call.
            guard error.call == "openat2", error.errno != EACCES else {
                throw CommandFailure.invalidFile(
                    "\(path): error: the folder cannot be served: \(error.reason)",
                    advice: error.isForbidden
                        ? "this user must be able to read and enter it: chmod u+rx \(path), or run as its owner"
                        : nil
                )
            }
            throw CommandFailure(
                .failed,
                "\(path) cannot be served safely: \(error)",
                advice:
                    "requests are kept within the folder by openat2, which needs Linux 5.6 and must be allowed"
            )
        }
    }
}
