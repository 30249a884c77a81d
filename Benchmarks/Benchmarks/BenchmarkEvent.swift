/// What a benchmark tells while it runs.
package enum BenchmarkEvent: Hashable, Sendable {
    /// What is being measured now.
    case progress(String)
    /// Nothing is being measured any more.
    case ended
    /// What is left out, and why.
    case note(String)
    /// What went wrong without ending the benchmark.
    case warning(String)
}
