import Scenarios

/// Bytes of netlab's own HTTP/1.1 messages, as client and origin send them by default.
enum MessageSizes {
    /// libcurl's request without the path, and what a validator adds.
    static let request = 83
    static let validator = 35
    /// The origin's head without the digits of the length, and the head of a 304.
    static let header = 126
    static let confirmation = 92

    /// The origin's for a file, by its ending.
    static func mediaType(of file: HostedFile) -> String {
        let ending = file.path.split(separator: ".").last.map { String($0) } ?? ""
        return mediaTypes[ending] ?? usualType
    }

    private static let usualType = "image/jpeg"
    private static let mediaTypes = ["txt": "text/plain; charset=utf-8"]

    /// The origin's head for a file.
    static func header(of file: HostedFile) -> Int {
        header + mediaType(of: file).utf8.count - usualType.utf8.count + "\(file.size)".utf8.count
    }
}
