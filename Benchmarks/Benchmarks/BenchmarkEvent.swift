/// Events of a benchmark while it runs.
package enum BenchmarkEvent: Hashable, Sendable {
    /// What is being measured now.
    case progress(String)
    /// Measuring has ended.
    case ended
    /// What is left out, and why.
    case note(String)
    /// A failure that did not end the benchmark.
    case warning(String)
}
