/// Lists the keys of a mapping.
struct KeyNames: KeyVisitor {
    private(set) var names: [String] = []

    mutating func key<Value>(_ name: String, _: inout Value, _: @autoclosure () -> Notation<Value>) {
        names.append(name)
    }
}
