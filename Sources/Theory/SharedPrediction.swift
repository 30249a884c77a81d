package import Wire

/// Prediction for exchanges that share the line, in the order given.
package struct SharedPrediction: Hashable, Sendable {
    /// When each had a connection slot and the host's address; equal to its start if it had no wait.
    package var begins: [Instant]
    package var ends: [Instant]

    /// Excludes the wait for a slot and for the host's address.
    package func duration(_ index: Int) -> Nanoseconds {
        ends[index] - begins[index]
    }
}

extension LinkTheory {
    /// Predicts the exchanges together from their starts, with at most `connections` at once. An exchange
    /// without a slot waits for the first free one, in order of start.
    package func shared(_ inputs: [TheoryInput], connections: Int) -> SharedPrediction {
        var line = SharedLine(self, inputs, connections: connections)
        line.run()
        return SharedPrediction(begins: line.begins, ends: line.ends)
    }
}
