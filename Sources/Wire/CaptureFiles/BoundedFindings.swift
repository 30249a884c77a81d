/// Findings in order, up to a limit, since hostile input could cause millions.
package struct BoundedFindings<Finding: Hashable & Sendable>: Hashable, Sendable {
    package static var most: Int { 1000 }

    package private(set) var kept: [Finding] = []
    /// Number of findings that were not kept.
    package private(set) var leftOut = 0

    package init() {}

    package mutating func add(_ finding: Finding) {
        if kept.count < Self.most { kept.append(finding) } else { leftOut += 1 }
    }

    package mutating func add<Other>(
        contentsOf others: BoundedFindings<Other>,
        as finding: (Other) -> Finding
    ) {
        for other in others.kept { add(finding(other)) }
        leftOut += others.leftOut
    }
}

package typealias CaptureFileFindings = BoundedFindings<CaptureFileFinding>
