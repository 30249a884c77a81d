/// Both ends as senders.
struct QUICSenders {
    var up = QUICSender()
    var down = QUICSender()

    subscript(direction: StreamDirection) -> QUICSender {
        get { direction == .up ? up : down }
        _modify {
            if direction == .up { yield &up } else { yield &down }
        }
    }
}
