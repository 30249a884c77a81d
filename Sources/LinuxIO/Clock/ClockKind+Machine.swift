package import Wire

extension ClockKind {
    private static let commandLine = "/proc/cmdline"

    /// The clock of the kernel that this program runs on.
    package static let ofThisMachine: ClockKind = {
        let words = try? WholeFile.read(commandLine, limit: 1 << 16).split(separator: UInt8(ascii: " "))
        let isVirtual = words?.contains { $0.elementsEqual("time-travel=inf-cpu".utf8) } == true
        return isVirtual ? .virtual : .real
    }()
}
