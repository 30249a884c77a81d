import Glibc

/// Words as exec takes them: each ends with a zero, and the list with a null.
package struct CStringList: ~Copyable {
    /// Valid for as long as the list lives.
    package let raw: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    /// A word ends at its first zero: exec knows no others.
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
