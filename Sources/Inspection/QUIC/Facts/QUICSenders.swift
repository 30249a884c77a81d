/// Both ends as senders.
struct QUICSenders {
    var up = QUICSender()
    var down = QUICSender()

    var heldBytes: Int { up.heldBytes + down.heldBytes }

    subscript(direction: StreamDirection) -> QUICSender {
        _read {
            if direction == .up { yield up } else { yield down }
        }
        _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }
}
