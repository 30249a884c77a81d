/// The calls by which an application hands its bytes to the kernel. They decide where pieces of the send buffer end, and
/// when the kernel pushes.
struct SendCalls {
    /// What one write of the application is.
    enum Kind: Hashable {
        /// One message, to be sent at once.
        case message
        /// A message after which another follows, for which a short last segment waits.
        case followed
        /// A head of that size, then a file, which the kernel sends by itself.
        case file(head: Int)
    }

    /// What the kernel does when it has taken a call's bytes.
    enum Ending: Hashable {
        case push
        /// It pushes full segments only. With `isMarked` the last packet asks the receiver to hurry.
        case hold(isMarked: Bool)
        case nothing
    }

    struct Call: Hashable {
        var end: Int
        var ending: Ending
    }

    private struct Write {
        var range: Range<Int>
        var kind: Kind
    }

    private static let page = 4096
    /// Pages that the kernel moves from a file to a connection together.
    private static let pagesTogether = 16
    /// Bytes that the origin offers in one call.
    private static let turn = 1 << 20

    /// Bytes of the kernel's memory into which messages are copied.
    private static let memory = 32_768

    private let isByPage: Bool
    /// The files whose bytes are not all acknowledged.
    private var files: [Range<Int>] = []
    /// Those that the kernel has not taken whole.
    private var writes: [Write] = []
    /// Where the application's current call began, and the pages that are moved together.
    private var began = 0
    private var batch = 0
    private(set) var offered = 0

    init(kernel: KernelRelease) {
        isByPage = kernel.sendsFilesByPage
    }

    mutating func offer(_ bytes: Int, _ kind: Kind) {
        guard bytes > 0 else { return }
        writes.append(Write(range: offered..<offered + bytes, kind: kind))
        if case .file(let head) = kind { files.append(offered + head..<offered + bytes) }
        offered += bytes
    }

    mutating func forget(upTo acknowledged: Int) {
        while let first = files.first, first.upperBound <= acknowledged { files.removeFirst() }
    }

    /// How many stretches of memory these bytes lie in.
    func fragments(of range: Range<Int>) -> Int {
        guard let file = files.first(where: { $0.overlaps(range) }) else {
            return range.count / Self.memory + 1
        }
        let inFile = range.clamped(to: file)
        let pages =
            (inFile.upperBound - 1 - file.lowerBound) / Self.page
            - (inFile.lowerBound - file.lowerBound) / Self.page + 1
        return pages + (inFile == range ? 0 : 1)
    }

    /// The application begins to write, or goes on, where the kernel has taken everything before `written`.
    mutating func begin(at written: Int) {
        began = written
        batch = written
    }

    /// The call under way; nil if the kernel has everything.
    mutating func next(after written: Int) -> Call? {
        while let first = writes.first, first.range.upperBound <= written { writes.removeFirst() }
        guard let write = writes.first else { return nil }
        switch write.kind {
        case .message: return Call(end: write.range.upperBound, ending: .push)
        case .followed: return Call(end: write.range.upperBound, ending: .hold(isMarked: false))
        case .file(let head):
            let start = write.range.lowerBound + head
            guard written >= start else { return Call(end: start, ending: .hold(isMarked: true)) }
            return part(of: start..<write.range.upperBound, from: written)
        }
    }

    private mutating func part(of file: Range<Int>, from written: Int) -> Call {
        if written >= began + Self.turn { begin(at: written) }
        let end = min(file.upperBound, began + Self.turn)
        batch = max(batch, file.lowerBound)
        var batchEnd = pageEnd(of: batch, in: file, pages: Self.pagesTogether)
        if written >= batchEnd {
            batch = written
            batchEnd = pageEnd(of: batch, in: file, pages: Self.pagesTogether)
        }
        let callEnd = min(end, isByPage ? pageEnd(of: written, in: file, pages: 1) : batchEnd)
        if callEnd == end { return Call(end: end, ending: .push) }
        return Call(end: callEnd, ending: callEnd == batchEnd ? .hold(isMarked: false) : .nothing)
    }

    /// Where that many pages end, the one at `place` included.
    private func pageEnd(of place: Int, in file: Range<Int>, pages: Int) -> Int {
        file.lowerBound + ((place - file.lowerBound) / Self.page + pages) * Self.page
    }
}
