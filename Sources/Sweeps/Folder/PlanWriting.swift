import JSON
import LinuxIO

/// A plan while it is written: a part beside its place, which takes that place when it is whole. After a failure nothing more
/// is written; `finish` throws it.
struct PlanWriting {
    /// Bytes that are written at once.
    private static let piece = 1 << 20

    private let part: String
    private var lines = JSONLines<PlannedCell>()
    private var failure: SystemCallError?
    private(set) var count = 0

    init(to part: String) {
        self.part = part
        WholeFile.remove(part)
    }

    mutating func append(_ cell: PlannedCell) {
        lines.append(cell)
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

    mutating func finish(as place: String) throws(SystemCallError) {
        flush()
        if let failure {
            drop()
            throw failure
        }
        try WholeFile.rename(part, to: place)
    }

    func drop() {
        WholeFile.remove(part)
    }
}
