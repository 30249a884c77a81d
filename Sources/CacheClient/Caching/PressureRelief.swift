package import LinuxIO

/// Has something shrink whenever the machine is short of memory. It owns a thread that sleeps, until it is forgotten.
package final class PressureRelief: Sendable {
    /// Waits until memory is short; false once the wake-up was rung, and where nobody tells any more.
    package typealias Shortage = @Sendable (WakeUp) -> Bool

    private let wakeUp: WakeUp
    private let thread: WorkerThread

    /// `relieve` is called on the thread, each time that memory is short.
    package init(
        _ shortage: @escaping Shortage,
        relieve: @escaping @Sendable () -> Void
    ) throws(SystemCallError) {
        let wakeUp = try WakeUp()
        thread = try WorkerThread(name: "cache-pressure") {
            while shortage(wakeUp) { relieve() }
        }
        self.wakeUp = wakeUp
    }

    deinit {
        wakeUp.ring()
        thread.join()
    }

    /// The kernel's word. Throws where it does not tell.
    package static func ofMachine() throws(SystemCallError) -> Shortage {
        let pressure = try MemoryPressure()
        return { pressure.wait(unless: $0) }
    }
}
