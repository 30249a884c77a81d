import Glibc

/// Arguments for exec: each ends with a zero, and the list with a null.
package struct CStringList: ~Copyable {
    /// Valid as long as the list exists.
    package let raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// A word is cut at its first zero, which exec cannot represent.
    package init(_ words: [[UInt8]]) {
        count = words.count
        raw = .allocate(capacity: count + 1)
        for (index, word) in words.enumerated() {
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
            for (place, byte) in word.enumerated() { copy[place] = CChar(bitPattern: byte) }
            copy[word.count] = 0
            raw[index] = copy
        }
        raw[count] = nil
    }

    deinit {
        for index in 0..<count { raw[index]?.deallocate() }
        raw.deallocate()
    }
}
