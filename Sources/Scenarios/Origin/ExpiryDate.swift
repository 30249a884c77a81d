package import Wire

/// The value of `Expires`.
package enum ExpiryDate: Hashable, Sendable {
    /// This long after the response.
    case after(Nanoseconds)
    /// A date in seconds since 1970.
    case at(Int64)
}
