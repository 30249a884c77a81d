import TLS

/// Names the files of one stored response: `URL'S DIGEST-NUMBER`, with an ending for each file.
struct CacheEntryName: Hashable, Sendable {
    enum File: String, CaseIterable {
        case head, body
        /// A head that is being written.
        case new
    }

    private static let digits = 32
    /// Numbers below it leave room for all that a cache will ever name.
    private static let most = 1 << 60

    /// The same for all responses to one URL.
    let key: String
    /// Unique in the folder.
    let number: Int

    init(key: String, number: Int) {
        self.key = key
        self.number = number
    }

    static func key(of url: String) -> String {
        String(Digest.sha256.text(of: Array(url.utf8)).prefix(digits))
    }

    /// nil for any file that the cache did not name.
    static func parse(_ name: String) -> (CacheEntryName, File)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let file = File(rawValue: String(parts[1])) else { return nil }
        let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].utf8.count == digits,
            words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let number = Int(words[1]), (0..<most).contains(number), String(number) == words[1]
        else { return nil }
        return (CacheEntryName(key: String(words[0]), number: number), file)
    }

    func path(_ file: File, in folder: String) -> String {
        "\(folder)/\(key)-\(number).\(file.rawValue)"
    }
}
