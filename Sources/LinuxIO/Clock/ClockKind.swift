/// The kind of clock of a machine.
package enum ClockKind: String, Hashable, Sendable, CaseIterable {
    /// Runs with real time.
    case real
    /// Virtual time: the clock stands still while there is anything to do, and jumps to the next moment for
    /// which a thread sleeps. Sleeps end exactly on time; only reading the clock takes time.
    case virtual

    private static let commandLine = "/proc/cmdline"

    /// The clock of the kernel that this program runs on.
    package static let ofThisMachine: ClockKind = {
        let words = try? WholeFile.read(commandLine, limit: 1 << 16).split(separator: UInt8(ascii: " "))
        let isVirtual = words?.contains { $0.elementsEqual("time-travel=inf-cpu".utf8) } == true
        return isVirtual ? .virtual : .real
    }()
}
