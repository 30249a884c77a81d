package import Wire

/// What `Expires` says.
package enum ExpiryDate: Hashable, Sendable {
    /// So long after the response.
    case after(Nanoseconds)
    /// In seconds since 1970.
    case at(Int64)
}
