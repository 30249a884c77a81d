/// Reason for emphasis.
package enum ReportEmphasis: Hashable, Sendable {
    case strong, dim, good, doubtful, bad
}
