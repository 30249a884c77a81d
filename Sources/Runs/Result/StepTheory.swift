package import JSON
package import Wire

/// What theory says about a step that touched the network.
package struct StepTheory: Hashable, Sendable, JSONRepresentable {
    /// The transfers' body bits over the line's rate (of a changing one its mean), added up.
    package var articleSum: Nanoseconds
    /// Every byte of the step's responses on the wire, over the line's rate.
    package var wire: Nanoseconds
    /// From the first start to the last end; nil where the line is one of which theory does not tell.
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
