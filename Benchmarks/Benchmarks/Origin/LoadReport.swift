/// Parses wrk's report of a load.
enum LoadReport {
    /// For example `  123456 requests in 2.00s, 45.00MB read`.
    static func requests(_ text: String) -> Int? {
        line(of: text, with: " requests in ").flatMap { numbers(in: $0).first }
    }

    /// For example `  Socket errors: connect 0, read 0, write 0, timeout 3`, and `  Non-2xx or 3xx responses:
    /// 5`.
    static func failures(_ text: String) -> Int {
        ["Socket errors:", "Non-2xx or 3xx responses:"].compactMap { words in
            line(of: text, with: words).map { numbers(in: $0.drop { $0 != ":" }).reduce(0, +) }
        }.reduce(0, +)
    }

    private static func line(of text: String, with words: String) -> Substring? {
        text.split(separator: "\n").first { $0.contains(words) }
    }

    private static func numbers(in text: Substring) -> [Int] {
        text.split { !$0.isNumber }.compactMap { Int($0) }
    }
}
