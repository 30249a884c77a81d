import Testing

/// Compares the client's log with the capture for every transfer that touched the network.
func expectAgreement(_ result: ResultDocument) throws {
    for (name, difference) in try witnessDifferences(result) {
        #expect(difference <= ResultDocument.tolerance, "\(name)")
    }
}

/// Compares the sizes of all of them, but only the median of the times, and that within some turns of a busy
/// processor: threads without precedence note what has arrived when they get one.
func expectMostlyAgreement(_ result: ResultDocument) throws {
    let differences = try witnessDifferences(result).map(\.nanoseconds)
    try #require(differences.count >= 6)
    #expect(differences.sorted()[differences.count / 2] <= 10_000_000, "\(differences)")
}

/// Difference between client and capture in each transfer's duration; their sizes must be equal.
private func witnessDifferences(_ result: ResultDocument) throws -> [(name: String, nanoseconds: Int64)] {
    let fetched = result.transfers.filter { ["network", "revalidated"].contains($0.source) }
    // A transfer that shared another caller's touched no network.
    return try fetched.filter { $0.sharedWith == nil }.map { transfer in
        let name = "\(transfer.step) \(transfer.file)"
        let log = try #require(transfer.clientLog, "\(name) has no log")
        let capture = try #require(transfer.capture, "\(name) is not in the capture")
        #expect(log.sizeBytes == capture.sizeBytes, "\(name)")
        return (name, abs(log.durationNs - capture.durationNs))
    }
}
