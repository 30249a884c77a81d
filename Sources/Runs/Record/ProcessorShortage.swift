package import JSON
package import Wire

/// Processor time that the machine's threads were ready to use over a period, but did not get.
package struct ProcessorShortage: Hashable, Sendable {
    /// Time that a virtual machine's host took away, summed over all processors; nil if the kernel does not
    /// know it.
    package var stolen: Nanoseconds?
    /// Time in which at least one thread waited for others on this machine; nil if the kernel does not count
    /// it.
    package var waited: Nanoseconds?

    package init(stolen: Nanoseconds? = nil, waited: Nanoseconds? = nil) {
        self.stolen = stolen
        self.waited = waited
    }

    /// The difference since `earlier`; both must count from the same moment.
    package func since(_ earlier: ProcessorShortage) -> ProcessorShortage {
        func difference(_ count: KeyPath<ProcessorShortage, Nanoseconds?>) -> Nanoseconds? {
            guard let now = self[keyPath: count], let then = earlier[keyPath: count] else { return nil }
            return max(0, now - then)
        }
        return ProcessorShortage(stolen: difference(\.stolen), waited: difference(\.waited))
    }
}

extension ProcessorShortage: Tabulated {
    package static let figures: [ResultFigure<ProcessorShortage>] = [
        .member("stolenNs", \.stolen),
        .member("waitedNs", \.waited),
    ]

    package init?(json: JSONValue) {
        guard case .object = json else { return nil }
        self.init()
        Self.figures.read(json, into: &self)
    }
}
