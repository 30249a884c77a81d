package import JSON
package import Wire

/// Theory's figures for a step that used the network.
package struct StepTheory: Hashable, Sendable, JSONRepresentable {
    /// Sum of the transfers' body bits over the line's rate (the mean of a changing rate).
    package var articleSum: Nanoseconds
    /// All bytes of the step's responses on the wire, over the line's rate.
    package var wire: Nanoseconds
    /// From the first start to the last end; nil if theory cannot predict for this line.
    package var shared: Nanoseconds?

    package init(articleSum: Nanoseconds, wire: Nanoseconds, shared: Nanoseconds?) {
        self.articleSum = articleSum
        self.wire = wire
        self.shared = shared
    }

    package var json: JSONValue {
        ["articleSumNs": articleSum.json, "wireNs": wire.json, "sharedNs": shared.json]
    }
}
