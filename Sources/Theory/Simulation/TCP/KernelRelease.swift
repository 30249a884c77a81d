/// A release of Linux, as far as its TCP differs from that of others.
package struct KernelRelease: Hashable, Sendable, CustomStringConvertible {
    private let major: Int
    private let minor: Int

    /// What is assumed where nothing is known.
    package static let recent = KernelRelease(major: 6, minor: 18)

    private init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// nil unless the text begins like `6.1.192` or `6.18-rc1`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2)
        guard parts.count > 1, let major = Int(parts[0]), let minor = Int(parts[1].prefix(while: \.isNumber))
        else { return nil }
        self.init(major: major, minor: minor)
    }

    package var description: String { "\(major).\(minor)" }

    /// The receive window is a share of the buffer that the kernel learns from packets. Older releases offer half of the
    /// buffer, and count what the application reads without regard to what it leaves unread.
    var learnsWindowShare: Bool { (major, minor) >= (6, 6) }

    /// The receive buffer makes room for what arrives beyond a gap, keeps back nothing, and does not grow by round trips that
    /// the application's reading has made longer.
    var growsBufferAtGaps: Bool { (major, minor) >= (6, 16) }

    /// Ticks that an acknowledgement waits at most: 200 ms, and in newer releases less than the least retransmission timeout.
    var longestDelay: Int { (major, minor) >= (6, 7) ? 49 : 50 }

    /// Segments beyond a gap tell how long a full one is, and what share of the buffer it takes.
    var measuresAtGaps: Bool { (major, minor) >= (6, 6) }

    /// Ticks that newer releases expect between two segments at most.
    var longestGap: Int { (major, minor) >= (6, 7) ? 50 : .max }

    /// A file goes to a connection page by page, each as a write of its own.
    var sendsFilesByPage: Bool { (major, minor) < (6, 5) }

    /// A burst takes what it lacks from the next piece in the send buffer.
    var joinsPieces: Bool { (major, minor) >= (6, 10) }

    /// How often a client repeats its SYN each second before the wait doubles.
    var evenRepeats: Int { (major, minor) >= (6, 5) ? 4 : 0 }

    /// A FIN goes whatever the congestion window allows.
    var finishesAtOnce: Bool { (major, minor) < (6, 10) }

    /// Memory in bytes that a piece in the send buffer needs beside its payload: its descriptor, and room for headers.
    var pieceCost: Int { (major, minor) >= (6, 3) ? 832 : 768 }
}
