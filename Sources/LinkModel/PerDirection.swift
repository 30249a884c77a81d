/// A value for each direction of a line.
package struct PerDirection<Value> {
    package var up: Value
    package var down: Value

    @inlinable
    package init(up: Value, down: Value) {
        self.up = up
        self.down = down
    }

    // Inlined so that other modules, too, read and change values in place.
    @inlinable
    package subscript(direction: LinkDirection) -> Value {
        _read { if direction == .up { yield up } else { yield down } }
        _modify { if direction == .up { yield &up } else { yield &down } }
    }
}

extension PerDirection: Sendable where Value: Sendable {}
extension PerDirection: Equatable where Value: Equatable {}
extension PerDirection: Hashable where Value: Hashable {}
