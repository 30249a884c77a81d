/// Goes through the keys of a `Keyed` value, to list, read or write them.
protocol KeyVisitor {
    mutating func key<Value>(_ name: String, _ value: inout Value, _ how: @autoclosure () -> Notation<Value>)
}
