internal import CLinux
package import LinuxIO

/// A set of the machine's processors.
package struct ProcessorSet: Hashable, Sendable {
    /// Enough for the most processors that a kernel can be built for.
    private static let wordCount = 8192 / UInt64.bitWidth

    /// A bit for each processor; the first is the least significant bit of the first word. The last word is
    /// never zero.
    private var words: [UInt64]

    package init(_ processors: some Sequence<Int> = []) {
        words = []
        for processor in processors { insert(processor) }
    }

    private init(words: [UInt64]) {
        self.words = words
        dropEmptyWords()
    }

    package mutating func insert(_ processor: Int) {
        let (word, bit) = processor.quotientAndRemainder(dividingBy: UInt64.bitWidth)
        while words.count <= word { words.append(0) }
        words[word] |= 1 << bit
    }

    package mutating func remove(_ processor: Int) {
        let (word, bit) = processor.quotientAndRemainder(dividingBy: UInt64.bitWidth)
        guard word < words.count else { return }
        words[word] &= ~(1 << bit)
        dropEmptyWords()
    }

    package func removing(_ processor: Int) -> ProcessorSet {
        var others = self
        others.remove(processor)
        return others
    }

    package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The processor with the highest number.
    package var last: Int? {
        words.last.map { words.count * UInt64.bitWidth - 1 - $0.leadingZeroBitCount }
    }

    /// Format of the kernel's settings: hexadecimal digits with a comma before every eight from the end.
    /// Without leading zeros, since the kernel accepts no more digits than it has processors.
    package var mask: String {
        var digits = ""
        for (place, digit) in hexadecimal.reversed().enumerated() {
            if place > 0, place.isMultiple(of: 8) { digits.append(",") }
            digits.append(digit)
        }
        return String(digits.reversed())
    }

    private var hexadecimal: String {
        guard let first = words.last else { return "0" }
        return words.dropLast().reversed().reduce(into: String(first, radix: 16)) { text, word in
            let digits = String(word, radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    private mutating func dropEmptyWords() {
        while words.last == 0 { words.removeLast() }
    }
}

extension ProcessorSet {
    /// The processors that a thread of this process may run on; 0 is the calling thread.
    package static func ofThread(_ thread: Int32 = 0) throws(SystemCallError) -> ProcessorSet {
        var words = [UInt64](repeating: 0, count: wordCount)
        let size = words.count * MemoryLayout<UInt64>.size
        try systemCall("sched_getaffinity") { netlab_processors(thread, &words, size) }
        return ProcessorSet(words: words)
    }

    /// Restricts a thread of this process to these processors; 0 is the calling thread.
    package func keep(_ thread: Int32 = 0) throws(SystemCallError) {
        let size = words.count * MemoryLayout<UInt64>.size
        try systemCall("sched_setaffinity") { netlab_keep_to_processors(thread, words, size) }
    }
}
