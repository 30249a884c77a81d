/// Stands between a connection and who follows it: hands on what was carried, or what was opened of it.
final class StreamTap {
    /// Where TLS begins, what is carried waits until some of it is opened, or until there is more of it than this: a
    /// handshake takes a few thousand bytes.
    static let mostHeld = 1 << 18
    /// What a piece takes beside its bytes.
    private static let pieceBytes = 64

    private enum Layer {
        case carried
        /// TLS has begun, and nothing of it has been opened yet.
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

    /// What comes from here on is encrypted.
    func beginTLS() {
        if layer == .carried { layer = .undecided }
    }

    /// A piece of `length` bytes as TCP carried it, of which the capture has `bytes`.
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

    /// Application data that was opened.
    func open(_ bytes: RawSpan, isFromClient: Bool) {
        if layer == .undecided {
            layer = .opened
            held = []
        }
        if layer == .opened { follower.receive(bytes, isFromClient: isFromClient) }
    }

    /// So many bytes of application data were lost with their records.
    func openHole(_ count: Int, isFromClient: Bool) {
        if layer == .opened { follower.miss(count, isFromClient: isFromClient) }
    }

    /// Nothing more comes, or nothing of it will be opened: what was carried is all there is.
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
