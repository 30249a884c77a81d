/// A part of `netlab bench cache` that can run by itself.
package enum CachePart: String, Hashable, Sendable, CaseIterable {
    /// Hits in memory.
    case memory
    /// Hits and stores on disk.
    case disk
    /// Downloads that no cache keeps.
    case download
    /// Decoding a photograph at the size at which it is shown.
    case downsampling
    /// Savings of hits and 304s over a line, in runs of bundled scenarios.
    case articles
}
