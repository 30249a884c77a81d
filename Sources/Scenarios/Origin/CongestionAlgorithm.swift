/// The congestion control of a host's TCP.
package enum CongestionAlgorithm: String, Hashable, Sendable, CaseIterable {
    case cubic, reno, bbr
}
