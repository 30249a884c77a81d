/// Why a text stands out.
package enum ReportEmphasis: Hashable, Sendable {
    case strong, dim, good, doubtful, bad
}
