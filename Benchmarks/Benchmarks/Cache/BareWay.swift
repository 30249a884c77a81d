/// How libcurl alone is asked for downloads, in the words of the program that does.
enum BareWay: String, CaseIterable {
    /// One after another, on the thread that wants them.
    case plain = "download"
    /// To a thread that waits, by another.
    case handed
    /// Six at once on one thread.
    case together

    var words: String {
        switch self {
        case .plain: "libcurl alone"
        case .handed: "libcurl on a thread"
        case .together: "libcurl, six at once"
        }
    }
}
