internal import LinuxIO
import Synchronization
internal import Wire

/// A name being looked up on a thread of its own.
final class NameLookup: Sendable {
    let began: Instant
    private let found = Mutex<[IPAddress]?>(nil)

    /// `done` is called on that thread.
    init(of name: String, at began: Instant, _ done: @escaping @Sendable () -> Void) {
        self.began = began
        do throws(SystemCallError) {
            let thread = try WorkerThread(name: "name-lookup") { [self] in
                let addresses = (try? HostNames.addresses(of: name)) ?? []
                found.withLock { $0 = addresses }
                done()
            }
            thread.leave()
        } catch {
            found.withLock { $0 = [] }
            done()
        }
    }

    /// nil before it is done; empty if there is no address.
    var result: [IPAddress]? { found.withLock { $0 } }
}
