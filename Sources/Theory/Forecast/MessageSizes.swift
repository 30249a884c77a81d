import Scenarios

/// Bytes of netlab's own HTTP/1.1 messages, as client and origin send them by default.
enum MessageSizes {
    /// libcurl's request without the path, and what a validator adds.
    static let request = 83
    static let validator = 35
    /// The origin's head without the digits of the length, and the head of a 304.
    static let header = 126
    static let confirmation = 92

    /// What the name of a media type is longer than `image/jpeg`, by the file's ending.
    private static let longerTypes = ["txt": "text/plain; charset=utf-8".utf8.count - "image/jpeg".utf8.count]

    /// The origin's head for a file.
    static func header(of file: HostedFile) -> Int {
        let ending = file.path.split(separator: ".").last.map { String($0) } ?? ""
        return header + (longerTypes[ending] ?? 0) + "\(file.size)".utf8.count
    }
}
