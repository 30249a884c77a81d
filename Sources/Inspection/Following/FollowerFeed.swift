/// Stands between a connection and its follower, and hands on either the carried bytes or the decrypted ones.
final class FollowerFeed {
    /// When TLS begins, carried bytes wait until some of them are decrypted, or until they exceed this: a
    /// handshake takes a few thousand bytes.
    static let mostHeld = 1 << 18
    /// Overhead of a piece in memory, besides its bytes.
    private static let pieceBytes = 64

    private enum Layer {
        case carried
        /// TLS has begun, and nothing has been decrypted yet.
        case undecided
        case opened
    }

    private enum Held {
        case bytes([UInt8], isFromClient: Bool)
        case hole(Int, isFromClient: Bool)
    }

    private let follower: any StreamFollower
    private var layer = Layer.carried
    private var held: [Held] = []
    private var heldBytes = 0

    init(_ follower: any StreamFollower) {
        self.follower = follower
    }

    /// All bytes from here on are encrypted.
    func beginTLS() {
        if layer == .carried { layer = .undecided }
    }

    /// A piece of `length` bytes as TCP carried it; the capture has `bytes` of them.
    func carry(_ bytes: RawSpan, length: Int, isFromClient: Bool) {
        if bytes.byteCount > 0 { carry(bytes, isFromClient: isFromClient) }
        if length > bytes.byteCount { carryHole(length - bytes.byteCount, isFromClient: isFromClient) }
    }

    private func carry(_ bytes: RawSpan, isFromClient: Bool) {
        switch layer {
        case .carried: follower.receive(bytes, isFromClient: isFromClient)
        case .opened: break
        case .undecided:
            hold(.bytes(bytes.withUnsafeBytes { Array($0) }, isFromClient: isFromClient), bytes.byteCount)
        }
    }

    private func hold(_ piece: Held, _ count: Int) {
        held.append(piece)
        heldBytes += count + Self.pieceBytes
        if heldBytes > Self.mostHeld { finish() }
    }

    func carryHole(_ count: Int, isFromClient: Bool) {
        switch layer {
        case .carried: follower.miss(count, isFromClient: isFromClient)
        case .opened: break
        case .undecided: hold(.hole(count, isFromClient: isFromClient), 0)
        }
    }

    /// Decrypted application data.
    func open(_ bytes: RawSpan, isFromClient: Bool) {
        if layer == .undecided {
            layer = .opened
            held = []
        }
        if layer == .opened { follower.receive(bytes, isFromClient: isFromClient) }
    }

    /// `count` bytes of application data were lost with their records.
    func openHole(_ count: Int, isFromClient: Bool) {
        if layer == .opened { follower.miss(count, isFromClient: isFromClient) }
    }

    /// Hands on the carried bytes: nothing more comes, or nothing will be decrypted.
    func finish() {
        guard layer == .undecided else { return }
        layer = .carried
        for piece in held {
            switch piece {
            case .bytes(let bytes, let isFromClient):
                follower.receive(bytes.span.bytes, isFromClient: isFromClient)
            case .hole(let count, let isFromClient):
                follower.miss(count, isFromClient: isFromClient)
            }
        }
        held = []
    }
}
