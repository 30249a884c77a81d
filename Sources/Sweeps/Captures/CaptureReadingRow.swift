import JSON

/// What a shard's first row says: how the reading of its capture went.
package struct CaptureReadingRow: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable {
        case ok
        /// The file is torn or damaged; there are rows of all that could be read.
        case damaged
        /// Nothing was read.
        case failed
    }

    package var capture: String
    package var identity: String
    package var outcome: Outcome
    /// What is wrong with the file, or why it could not be read.
    package var failure: String?

    init?(json: JSONValue) {
        guard json["row"]?.text == RowKind.run.rawValue, let capture = json["capture"]?.text,
            let identity = json["identity"]?.text,
            let outcome = json["outcome"]?.text.flatMap(Outcome.init(rawValue:))
        else { return nil }
        self.capture = capture
        self.identity = identity
        self.outcome = outcome
        failure = json["failure"]?.text
    }
}
