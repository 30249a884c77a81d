/// A part of `netlab bench theory` that can run by itself.
package enum TheoryPart: String, Hashable, Sendable, CaseIterable {
    /// One file by itself, over many lines.
    case solo
    /// 200 MB at 1 Gbit/s.
    case fast
    /// Several files at once.
    case groups
    /// Over TLS, and as streams of HTTP/2.
    case secure
    /// 200 downloads over a line with loss.
    case lossy
    /// One file by itself from a sender with BBR, over many lines, once for long and once with loss.
    case bbr
    /// Cost of simulations.
    case simulator
}
