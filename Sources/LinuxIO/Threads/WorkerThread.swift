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
        /// Where it may run once it has begun; nil if that was never narrowed.
        let processors: [UInt64]?
        let body: @Sendable () -> Void

        init(name: String, _ processors: [UInt64]?, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.processors = processors
            self.body = body
        }

        func run() {
            _ = netlab_name_thread(name)
            if let processors {
                _ = netlab_keep_to_processors(0, processors, processors.count * MemoryLayout<UInt64>.size)
            }
            body()
        }
    }

    /// nil once joined.
    private let thread: Mutex<pthread_t?>

    /// Starts `body` on a new thread. `name` appears in `ps -L`, with at most 15 bytes.
    ///
    /// A thread that `beginsElsewhere` begins on another processor than this thread's. The kernel otherwise may leave both
    /// on one for some milliseconds, even if another is idle.
    package init(
        name: String,
        beginsElsewhere: Bool = false,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        let processors = beginsElsewhere ? Self.beginElsewhere(&attributes) : nil
        let work = Unmanaged.passRetained(Work(name: name, processors, body: body))
        var started = pthread_t()
        let status = pthread_create(
            &started,
            &attributes,
            { context in
                // Balances the retain before pthread_create.
                let work = Unmanaged<Work>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue()
                work.run()
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

    /// The processors of this thread, which the new one is given back when it has begun; nil if there is no choice.
    private static func beginElsewhere(_ attributes: inout pthread_attr_t) -> [UInt64]? {
        var processors = [UInt64](repeating: 0, count: 16)
        let size = processors.count * MemoryLayout<UInt64>.size
        let own = Int(netlab_this_processor())
        guard netlab_processors(0, &processors, size) > 0, own >= 0, own < processors.count * 64 else {
            return nil
        }
        var others = processors
        others[own / 64] &= ~(1 << (own % 64))
        guard others.contains(where: { $0 != 0 }),
            netlab_begin_on_processors(&attributes, others, size) == 0
        else { return nil }
        return processors
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
