/// Tells packets that came before from new ones, in any order (RFC 6479). It remembers the last 2,048 numbers.
struct ReplayWindow {
    static let width: UInt64 = 2048
    private static let wordBits: UInt64 = 64
    /// One word more than the window needs: the word that the next numbers fall into is cleared as a whole.
    private static let words = width / wordBits + 1

    private var seen = [UInt64](repeating: 0, count: Int(words))
    /// One more than the greatest number so far.
    private var next: UInt64 = 0

    /// True once for each number: false if it came before, or is older than the window.
    mutating func admit(_ number: UInt64) -> Bool {
        guard number < .max else { return false }
        if number >= next {
            clear(upTo: number)
            next = number + 1
        } else if next - number > Self.width {
            return false
        }
        let place = Int(number / Self.wordBits % Self.words)
        let bit = (1 as UInt64) << (number % Self.wordBits)
        guard seen[place] & bit == 0 else { return false }
        seen[place] |= bit
        return true
    }

    /// Clears the words that come into use with this number.
    private mutating func clear(upTo number: UInt64) {
        guard next > 0 else { return }
        let last = (next - 1) / Self.wordBits
        let skipped = min(number / Self.wordBits - last, Self.words)
        for step in 0..<skipped { seen[Int((last + 1 + step) % Self.words)] = 0 }
    }
}
