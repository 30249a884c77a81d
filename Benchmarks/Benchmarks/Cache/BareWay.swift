/// Ways to download with libcurl alone, by the arguments of the program that does it.
enum BareWay: String, CaseIterable {
    /// One after another, on the thread that wants them.
    case plain = "download"
    /// On another thread, with a thread that waits for each.
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
