import HTTP2

/// Frames on their way to the kernel, and the meaning of the bytes that it has taken. Pure.
struct HTTP2OutputQueue {
    private var output = HTTP2Output()
    private var sent = 0
    private var nextMark = 0

    init() {}

    init(_ output: HTTP2Output) {
        self.output = output
    }

    var isSent: Bool { sent == output.bytes.count }

    var rest: ArraySlice<UInt8> { output.bytes[sent...] }

    /// The kernel took `count` bytes of the rest.
    mutating func advance(_ count: Int) -> [StreamProgress] {
        let taken = sent..<sent + count
        sent = taken.upperBound
        var steps: [StreamProgress] = []
        while nextMark < output.marks.count {
            let mark = output.marks[nextMark]
            guard mark.range.lowerBound < taken.upperBound else { break }
            steps.append(Self.progress(of: mark, within: taken))
            guard mark.range.upperBound <= taken.upperBound else { break }
            nextMark += 1
        }
        return steps
    }

    private static func progress(of mark: HTTP2Output.Mark, within taken: Range<Int>) -> StreamProgress {
        var counted = mark.range
        let kind: StreamProgress.Kind
        switch mark.content {
        case .fields: kind = .fields
        case .reset: kind = .reset
        case .data(let count):
            kind = .data
            counted = (counted.upperBound - count)..<counted.upperBound
        }
        let here = mark.range.clamped(to: taken)
        return StreamProgress(
            stream: mark.stream,
            kind: kind,
            count: counted.clamped(to: taken).count,
            isWhole: mark.range.upperBound <= taken.upperBound,
            isLast: mark.isLast,
            range: here.lowerBound - taken.lowerBound..<here.upperBound - taken.lowerBound
        )
    }
}
