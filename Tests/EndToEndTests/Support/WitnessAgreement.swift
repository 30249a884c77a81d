import Testing

/// Holds the client's log against the capture, for every transfer that touched the network.
func expectAgreement(_ result: ResultDocument) throws {
    for (name, difference) in try witnessDifferences(result) {
        #expect(difference <= ResultDocument.tolerance, "\(name)")
    }
}

/// Holds sizes against each other for all of them, and times for the middle one: threads that nobody wakes in time tell of
/// some too late.
func expectMostlyAgreement(_ result: ResultDocument) throws {
    let differences = try witnessDifferences(result).map(\.nanoseconds)
    try #require(differences.count >= 6)
    #expect(differences.sorted()[differences.count / 2] <= ResultDocument.tolerance, "\(differences)")
}

/// By how much client and capture differ on how long each transfer took; on sizes they must not.
private func witnessDifferences(_ result: ResultDocument) throws -> [(name: String, nanoseconds: Int64)] {
    let fetched = result.transfers.filter { ["network", "revalidated"].contains($0.source) }
    // Who waited for another caller's transfer touched no network.
    return try fetched.filter { $0.sharedWith == nil }.map { transfer in
        let name = "\(transfer.step) \(transfer.file)"
        let log = try #require(transfer.clientLog, "\(name) has no log")
        let capture = try #require(transfer.capture, "\(name) is not in the capture")
        #expect(log.sizeBytes == capture.sizeBytes, "\(name)")
        return (name, abs(log.durationNs - capture.durationNs))
    }
}
