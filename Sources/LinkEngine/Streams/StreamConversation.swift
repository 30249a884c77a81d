import LinkModel

/// How far one connection has come, seen from the line.
struct StreamConversation: Sendable {
    /// What one end sends.
    struct Side: Sendable {
        /// True once the virtual handshake lets it speak.
        var isOpen = false
        /// True while its socket has something, for all that is known.
        var isReadable = false
        /// Nothing more comes: its end, or its reset, is on the line.
        var hasEnded = false
        /// Its end was delivered.
        var isOver = false
        /// Its receiver takes nothing: until it does, no more is read.
        var isHeldUp = false
        /// True while it stands in the order of those who read.
        var isQueued = false

        var mayBeRead: Bool { isOpen && isReadable && !hasEnded && !isHeldUp }
    }

    var up = Side()
    var down = Side()
    /// The client's first bytes were acknowledged.
    var isAcknowledged = false
    var isReset = false

    subscript(direction: LinkDirection) -> Side {
        get { direction == .up ? up : down }
        set { if direction == .up { up = newValue } else { down = newValue } }
    }
}
