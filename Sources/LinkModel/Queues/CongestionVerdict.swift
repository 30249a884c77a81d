/// What a queue does with a packet to tell its sender of congestion.
enum CongestionVerdict: Sendable {
    case pass, mark, drop
}
