import LinuxIO

/// A TLS key log that a client is still writing. The file may not exist yet.
struct GrowingKeyLog {
    private static let longest = 1 << 30

    private let path: String
    /// Bytes already returned.
    private var used = 0

    init(_ path: String) {
        self.path = path
    }

    /// The whole lines written since the last call.
    mutating func more() -> [UInt8] {
        guard let size = FileStatus(path)?.size, size > used,
            let text = try? WholeFile.read(path, limit: Self.longest), text.count > used,
            let end = text.lastIndex(of: UInt8(ascii: "\n")), end >= used
        else { return [] }
        defer { used = end + 1 }
        return Array(text[used...end])
    }
}
