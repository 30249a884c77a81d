import LinkModel

/// State of one connection, seen from the line.
struct StreamConversation: Sendable {
    /// The sending side of one end.
    struct Side: Sendable {
        /// True once the virtual handshake allows it to send.
        var isOpen = false
        /// True while its socket is assumed to have data.
        var isReadable = false
        /// Its end, or its reset, is on the line.
        var hasEnded = false
        /// Its end was delivered.
        var isOver = false
        /// Its receiver takes nothing; until it does, no more is read.
        var isHeldUp = false
        /// True while it is in the order of connections to read.
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
