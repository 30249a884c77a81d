import Wire

/// A two-way stream of HTTP/3 while its bytes come: a request and its response.
final class HTTP3RequestStream {
    /// One direction.
    struct Half {
        var frames = HTTP3FrameStream()
        /// A section that needs entries which have not come, and what followed it.
        var blocked: HTTP3Section?
        var behind: [(bytes: [UInt8], piece: StreamPiece)] = []
        var behindBytes = 0
        var arrived = Arrival(stamp: .min, packet: 0)
        var end: Arrival?
    }

    /// Memory of one, without what waits.
    static let memory = 512

    let number: UInt64
    // Safety: as in `ObservedQUICConnection`.
    @exclusivity(unchecked) var up = Half()
    @exclusivity(unchecked) var down = Half()

    init(_ number: UInt64) {
        self.number = number
    }

    subscript(direction: StreamDirection) -> Half {
        @inline(__always) _read {
            if direction == .up { yield up } else { yield down }
        }
        @inline(__always) _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }

    var isBlocked: Bool { up.blocked != nil || down.blocked != nil }
}
