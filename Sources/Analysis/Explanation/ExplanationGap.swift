package import JSON

/// What an explanation lacks, or what it does not agree with.
package enum ExplanationGap: Hashable, Sendable {
    // A run's folder
    /// `result.json` cannot be read; `why` is the parser's word.
    case damagedResult(why: String)
    /// `result.json` is that of another run.
    case foreignResult
    /// The first of so many places at which `result.json` has another value than the record and the logs give.
    case editedResult(JSONDifference, places: Int)

    // A capture
    case cutResponses(Int)
    case partialExchanges(Int)
    case encryptedExchanges(Int)
    /// Connections of which only one side's packets were recorded.
    case oneDirection(connections: Int)
    /// Exchanges of a proxy with servers, in the capture beside those of its clients.
    case serversHalves(Int)
}
