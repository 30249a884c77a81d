/// A pattern for paths: `*` stands for any characters but a slash, `?` for one.
package struct PathPattern: Hashable, Sendable {
    private let pattern: [Unicode.Scalar]

    package init(_ text: String) {
        pattern = Array(text.unicodeScalars)
    }

    package func matches(_ text: String) -> Bool {
        let name = Array(text.unicodeScalars)
        var (n, p) = (0, 0)
        var retry: (n: Int, p: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                retry = (n, p)
                p += 1
            } else if p < pattern.count, pattern[p] == name[n] || (pattern[p] == "?" && name[n] != "/") {
                n += 1
                p += 1
            } else if let last = retry, name[last.n] != "/" {
                // Let the last star match one more character.
                retry = (last.n + 1, last.p)
                n = last.n + 1
                p = last.p + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
