/// Both ends as senders.
struct QUICSenders {
    var up = QUICSender()
    var down = QUICSender()

    var heldBytes: Int { up.heldBytes + down.heldBytes }

    subscript(direction: StreamDirection) -> QUICSender {
        @inline(__always) _read {
            if direction == .up { yield up } else { yield down }
        }
        @inline(__always) _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }
}
