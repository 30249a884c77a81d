/// A part of `netlab bench cache` that can be had by itself.
package enum CachePart: String, Hashable, Sendable, CaseIterable {
    /// Hits in memory.
    case memory
    /// Hits and stores on disk.
    case disk
    /// Downloads that no cache keeps.
    case download
    /// A photograph decoded as small as it is shown.
    case downsampling
    /// What hits and 304s spare over a line, in runs of bundled scenarios.
    case articles
}
