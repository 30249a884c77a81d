package import Wire

/// Processor time that the machine's threads wanted and did not get, over some time.
package struct ProcessorShortage: Hashable, Sendable {
    /// What the host of a virtual machine gave to others, of all processors together; nil where the kernel does not know.
    package var stolen: Nanoseconds?
    /// How long at least one thread waited for others of this machine; nil where the kernel does not count it.
    package var waited: Nanoseconds?

    package init(stolen: Nanoseconds? = nil, waited: Nanoseconds? = nil) {
        self.stolen = stolen
        self.waited = waited
    }

    /// What came since `earlier`, where both are counted from the same moment.
    package func since(_ earlier: ProcessorShortage) -> ProcessorShortage {
        func difference(_ count: KeyPath<ProcessorShortage, Nanoseconds?>) -> Nanoseconds? {
            guard let now = self[keyPath: count], let then = earlier[keyPath: count] else { return nil }
            return max(0, now - then)
        }
        return ProcessorShortage(stolen: difference(\.stolen), waited: difference(\.waited))
    }
}
