import HTTP

extension HTTP1Oddity {
    /// For the log.
    var words: String {
        switch self {
        case .bareLineFeed: "lines of its head end in LF alone"
        case .repeatedChunked: "its Transfer-Encoding lists chunked twice"
        case .manyFields: "its head has over \(HTTP1Limits().fields) fields"
        }
    }
}
