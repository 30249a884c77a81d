/// Priority of a fetch among those that wait for a connection.
package enum FetchPriority: String, Hashable, Sendable, CaseIterable {
    case veryLow = "very-low"
    case low
    case normal
    case high
    case veryHigh = "very-high"
}
