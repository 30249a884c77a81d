/// How a machine's clock goes.
package enum ClockKind: String, Hashable, Sendable, CaseIterable {
    /// With the time outside.
    case real
    /// It stands still while there is anything to do, and jumps to the next moment at which somebody wants to be woken: a
    /// kernel in virtual time. Sleeps end exactly when they should, and reading the clock is what takes time.
    case virtual

    private static let commandLine = "/proc/cmdline"

    /// That of the kernel that this program runs on.
    package static let ofThisMachine: ClockKind = {
        let words = try? WholeFile.read(commandLine, limit: 1 << 16).split(separator: UInt8(ascii: " "))
        let isVirtual = words?.contains { $0.elementsEqual("time-travel=inf-cpu".utf8) } == true
        return isVirtual ? .virtual : .real
    }()
}
