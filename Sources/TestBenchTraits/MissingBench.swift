/// A test asked for its bench and has none.
public struct MissingBench: Error, CustomStringConvertible {
    /// What the test lacks.
    public var description: String {
        "this test has no bench: give it or its suite the trait `.bench(link:origin:)`"
    }
}
