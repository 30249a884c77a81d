package import Inspection

/// How a recording or its replay differs from the recorded traffic.
package enum RecordingRemark: Hashable, Sendable {
    /// Why an exchange is not replayed, in the order of reports.
    package enum Exclusion: Hashable, Sendable, CaseIterable {
        case otherMethod
        /// It began later than a scenario's fetch may.
        case tooLate
        /// A 304: the client had the content.
        case notModified
        case unanswered
        case redirected
    }

    /// About the line of a capture.
    case line(LineRemark)
    /// An archive does not record its line.
    case withoutLine
    /// Responses of a capture that are as long as seen.
    case incomplete(responses: Int)
    /// Exchanges of a capture without their keys.
    case encrypted(exchanges: Int)
    /// Entries of an archive that came from the browser's cache.
    case cached(entries: Int)
    /// Entries of an archive that are not HTTP or have no response.
    case unanswered(entries: Int)
    /// Bodies larger than a scenario's files may be.
    case tooLarge(bodies: Int)
    case excluded(exchanges: Int, Exclusion)
    /// More exchanges than a scenario can fetch.
    case tooMany(kept: Int, of: Int)
    case scrubbed(values: Int)
}
