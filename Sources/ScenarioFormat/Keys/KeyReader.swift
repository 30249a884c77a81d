/// Reads the keys of a section. What is missing or wrong leaves its value as it was.
struct KeyReader: KeyVisitor {
    let section: Section

    mutating func key<Value>(_ name: String, _ value: inout Value, _ how: @autoclosure () -> Notation<Value>)
    {
        if let read = section.value(name, how()) { value = read }
    }
}
