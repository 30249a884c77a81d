package import LinuxIO

/// Calls a closure whenever the machine is short of memory. It owns a sleeping thread until it is released.
package final class PressureRelief: Sendable {
    /// Waits until memory is short; false once the wake-up was rung, or if shortages are no longer reported.
    package typealias Shortage = @Sendable (WakeUp) -> Bool

    private let wakeUp: WakeUp
    private let thread: WorkerThread

    /// Calls `relieve` on its thread each time memory is short.
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

    /// Shortages that the kernel reports. Throws if it reports none.
    package static func ofMachine() throws(SystemCallError) -> Shortage {
        let pressure = try MemoryPressure()
        return { pressure.wait(unless: $0) }
    }
}
