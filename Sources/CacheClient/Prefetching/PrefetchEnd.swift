/// How one thing that was to be fetched ahead counts.
enum PrefetchEnd: Sendable {
    case skipped
    case fetched
    case failed
}
