import LinkModel
import LinuxIO
import Wire

/// How large a ring of packets the kernel keeps for each recorder of a line.
enum CaptureRing {
    /// The kernel hands each 256 KiB of it over after 10 ms, however full they are: so a recorder's thread may be without a
    /// processor for 1.3 s at least, on the slowest line, too.
    static let least = 32 << 20
    /// Its pages are there before the first packet and are given back after the last, each time at a millisecond or more
    /// for each MiB in a virtual machine.
    static let most = 64 << 20
    /// In virtual time no recorder is kept from the processor while packets come.
    private static let inVirtualTime = 8 << 20
    private static let patience: Nanoseconds = 2_000_000_000

    /// What the fastest of `links` carries both ways until a recorder that was kept from the processor goes on, in bytes.
    static func bytes(for links: [LinkParameters], on clock: ClockKind = .ofThisMachine) -> Int {
        if clock == .virtual { return inVirtualTime }
        let needs = links.map { link in
            LinkDirection.allCases.reduce(0) { $0 + (link[$1].bytes(in: Self.patience) ?? .infinity) }
        }
        return Int(min(Double(most), max(Double(least), needs.max() ?? .infinity)))
    }
}
