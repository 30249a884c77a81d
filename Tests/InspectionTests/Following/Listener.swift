import Inspection

/// Records the data of one connection.
final class Listener: StreamFollower {
    /// Consecutive data of one end, or a number of missing bytes.
    enum Passage: Equatable {
        case said([UInt8], byClient: Bool)
        case missing(Int, ofClient: Bool)
    }

    let stream: Int
    private(set) var passages: [Passage] = []

    init(_ stream: Int = 0) {
        self.stream = stream
    }

    func receive(_ bytes: RawSpan, isFromClient: Bool) {
        let more = bytes.withUnsafeBytes { Array($0) }
        if case .said(let before, isFromClient)? = passages.last {
            passages[passages.count - 1] = .said(before + more, byClient: isFromClient)
        } else {
            passages.append(.said(more, byClient: isFromClient))
        }
    }

    func miss(_ count: Int, isFromClient: Bool) {
        passages.append(.missing(count, ofClient: isFromClient))
    }
}

extension PacketBuilder {
    /// What a follower of a connection receives.
    func follow(_ stream: Int = 0, keys: [UInt8] = []) -> [Listener.Passage] {
        let listener = Listener(stream)
        _ = inspect(keys: keys, follower: listener)
        return listener.passages
    }
}
