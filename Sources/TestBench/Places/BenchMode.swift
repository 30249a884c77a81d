extension Bench {
    /// What carries a bench's line.
    public enum Mode: String, Hashable, Sendable {
        /// Packets of the kernel's own TCP, on hosts of their own.
        case packet
        /// Paced byte streams on this machine's loopback: no TCP crosses the line, and a loss is the delay of sending again.
        case stream
    }
}
