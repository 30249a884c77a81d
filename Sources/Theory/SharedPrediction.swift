package import Wire

/// What theory says about exchanges that share the line, in the order in which they were given.
package struct SharedPrediction: Hashable, Sendable {
    /// When each had a connection slot and the host's address; its start where it had not to wait for either.
    package var begins: [Instant]
    package var ends: [Instant]

    /// Without the wait for a slot and for the host's address.
    package func duration(_ index: Int) -> Nanoseconds {
        ends[index] - begins[index]
    }
}

extension LinkTheory {
    /// The exchanges together from their starts, at most so many connections at once; one that finds them all taken
    /// waits for the first to be free, in the order of the starts.
    package func shared(_ inputs: [TheoryInput], connections: Int) -> SharedPrediction {
        var line = SharedLine(self, inputs, connections: connections)
        line.run()
        return SharedPrediction(begins: line.begins, ends: line.ends)
    }
}
