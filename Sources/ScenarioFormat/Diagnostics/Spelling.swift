/// The nearest valid spelling of a word.
package enum Spelling {
    /// The candidate that differs least; nil if all differ too much to be meant.
    package static func nearest<Candidates: Sequence<String>>(to word: String, among candidates: Candidates)
        -> String?
    {
        // A typing error changes few letters; a very long word has no near spelling.
        guard !word.isEmpty, word.utf8.count <= 64 else { return nil }
        let folded = Array(word.lowercased().unicodeScalars)
        let limit = max(1, folded.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate != word && candidate.utf8.count <= 80 {
            let other = Array(candidate.lowercased().unicodeScalars)
            guard abs(other.count - folded.count) <= limit else { continue }
            let distance = distance(folded, other)
            if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int]()
        var last = Array(0...b.count)
        for i in 1...a.count {
            var current = [i] + Array(repeating: 0, count: b.count)
            for j in 1...b.count {
                let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                current[j] = min(last[j] + 1, current[j - 1] + 1, replaced)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    current[j] = min(current[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last) = (last, current)
        }
        return last[b.count]
    }
}
