internal import CLinux
import Glibc
import Synchronization

/// A thread that owns one blocking resource and is joined at shutdown.
///
/// It is a plain pthread: it inherits the network namespace of the thread that starts it, and never belongs
/// to Swift's cooperative pool.
package final class WorkerThread: Sendable {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// nil once joined.
    private let thread: Mutex<pthread_t?>

    /// Starts `body` on a new thread. `name` appears in `ps -L`, with at most 15 bytes.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let work = Unmanaged.passRetained(Work(name: name, body: body))
        var started = pthread_t()
        let status = pthread_create(
            &started,
            nil,
            { context in
                // Balances the retain before pthread_create.
                let work = Unmanaged<Work>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue()
                _ = netlab_name_thread(work.name)
                work.body()
                return nil
            },
            work.toOpaque()
        )
        guard status == 0 else {
            work.release()
            throw SystemCallError("pthread_create", on: name, errno: status)
        }
        thread = Mutex(started)
    }

    /// True on the thread itself, until it is joined.
    package var isCurrent: Bool {
        thread.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    /// Waits for the body to return. A second call returns at once. So does a call from the body itself,
    /// which cannot wait for its own end; the thread then cleans up after itself.
    package func join() {
        let joined = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let joined else { return }
        if pthread_equal(joined, pthread_self()) != 0 {
            pthread_detach(joined)
        } else {
            pthread_join(joined, nil)
        }
    }

    /// Nobody will wait for it: it cleans up after itself, and ends with the program at the latest.
    package func leave() {
        let left = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let left { pthread_detach(left) }
    }
}
