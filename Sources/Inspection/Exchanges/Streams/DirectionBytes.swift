/// Bytes of both directions.
struct DirectionBytes: Hashable {
    var up = 0
    var down = 0

    subscript(direction: StreamDirection) -> Int {
        get { direction == .up ? up : down }
        set {
            if direction == .up { up = newValue } else { down = newValue }
        }
    }
}
