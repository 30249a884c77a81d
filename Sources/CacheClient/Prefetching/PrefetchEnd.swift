/// How one finished item counts.
enum PrefetchEnd: Sendable {
    case skipped
    case fetched
    case failed
}
