/// What a number that this end chose stands for in the datagrams that come.
enum IndexOwner {
    case handshake(Peer)
    case session(TransportSession, Peer)

    var peer: Peer {
        switch self {
        case .handshake(let peer), .session(_, let peer): peer
        }
    }
}
