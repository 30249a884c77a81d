import LinkModel
import LinuxIO
import Wire

/// Size of the kernel's packet ring for each recorder of a line.
enum CaptureRing {
    /// The kernel hands over each block of 256 KiB after 10 ms, however full it is. This size therefore lets
    /// a recorder's thread go without a processor for at least 1.3 s, even on the slowest line.
    static let least = 32 << 20
    /// The kernel allocates all pages before the first packet and frees them after the last. In a virtual
    /// machine, each takes a millisecond or more per MiB.
    static let most = 64 << 20
    /// In virtual time, recorders always get the processor while packets arrive.
    private static let inVirtualTime = 8 << 20
    /// For packets that nobody keeps: if some are missed, that is told, and nothing is wrong for good.
    static let forWatcher = 16 << 20
    private static let patience: Nanoseconds = 2_000_000_000

    /// Bytes that the fastest of `links` carries both ways while a recorder is kept from the processor.
    static func bytes(for links: [LinkParameters], on clock: ClockKind = .ofThisMachine) -> Int {
        if clock == .virtual { return inVirtualTime }
        let needs = links.map { link in
            LinkDirection.allCases.reduce(0) { $0 + (link[$1].bytes(in: Self.patience) ?? .infinity) }
        }
        return Int(min(Double(most), max(Double(least), needs.max() ?? .infinity)))
    }
}
