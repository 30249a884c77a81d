package import LinuxIO

/// Lets a memory cache shrink whenever the machine is short of memory. It owns a thread that sleeps, until it is forgotten.
package final class PressureRelief: Sendable {
    /// Of what is held each time.
    static let share = 0.5

    private let wakeUp: WakeUp
    private let thread: WorkerThread

    /// Throws where the kernel does not tell. It holds no cache that nobody else does.
    package init(_ cache: MemoryCache) throws(SystemCallError) {
        let wakeUp = try WakeUp()
        let pressure = try MemoryPressure()
        thread = try WorkerThread(name: "cache-pressure") { [weak cache] in
            while pressure.wait(unless: wakeUp) { cache?.shrink(to: Self.share) }
        }
        self.wakeUp = wakeUp
    }

    deinit {
        wakeUp.ring()
        thread.join()
    }
}
