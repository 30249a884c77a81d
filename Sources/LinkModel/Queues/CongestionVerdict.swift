/// How a queue signals congestion with a packet.
enum CongestionVerdict: Sendable {
    case pass, mark, drop
}
