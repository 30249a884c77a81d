package import JSON
package import LinuxIO

/// A file of many lines while it is written: a part beside its place, which takes that place when it is whole. After a failure
/// nothing more is written; `finish` throws it.
package struct LinesWriting<Entry: JSONLine> {
    /// Bytes that are written at once.
    private static var piece: Int { 1 << 20 }

    private let place: String
    private var part: String { place + ".part" }
    private var lines = JSONLines<Entry>()
    private var failure: SystemCallError?
    package private(set) var count = 0

    package init(to place: String) {
        self.place = place
        WholeFile.remove(part)
    }

    package mutating func append(_ entry: Entry) {
        lines.append(entry)
        count += 1
        if lines.bytes.count >= Self.piece { flush() }
    }

    private mutating func flush() {
        defer { lines.removeAll() }
        guard failure == nil else { return }
        do throws(SystemCallError) {
            try WholeFile.append(part, lines.bytes)
        } catch {
            failure = error
        }
    }

    package mutating func finish() throws(SystemCallError) {
        flush()
        if let failure {
            drop()
            throw failure
        }
        try WholeFile.rename(part, to: place)
    }

    package func drop() {
        WholeFile.remove(part)
    }
}
