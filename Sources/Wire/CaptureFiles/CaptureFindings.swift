/// Findings in order, up to a limit, since hostile input could cause millions.
package struct CaptureFindings: Hashable, Sendable {
    package static let most = 1000

    package private(set) var kept: [CaptureFinding] = []
    /// Number of findings that were not kept.
    package private(set) var leftOut = 0

    package init() {}

    package mutating func add(_ finding: CaptureFinding) {
        if kept.count < Self.most { kept.append(finding) } else { leftOut += 1 }
    }

    package mutating func add(contentsOf others: CaptureFindings) {
        for finding in others.kept { add(finding) }
        leftOut += others.leftOut
    }
}
