import Analysis
import Figures
import Runs
import Wire

/// A step's transfers explained in short: equal ones together, and those with the least time only counted.
struct FoldedSections {
    private static let indent = 2
    /// Longer lists of files are shortened.
    private static let mostOfNames = 60
    /// Most transfers and groups of transfers that are explained.
    private static let most = 10
    /// Fewer that are left are explained, too.
    private static let leastLeft = 3

    private let groups: [TransferFold]
    private let step: StepExplanation
    private let longest: Nanoseconds
    /// Groups with less time are counted only.
    private let leastTime: Nanoseconds

    /// `longest` is the total of the longest ledger that the report shows.
    init(_ step: StepExplanation, longest: Nanoseconds) {
        self.step = step
        self.longest = longest
        groups = FoldedTransfers(step.transfers, longest: longest).groups
        let times = groups.map(\.time).sorted(by: >)
        leastTime = times.count >= Self.most + Self.leastLeft ? times[Self.most - 1] : 0
    }

    /// True if not every transfer is told by itself.
    var isShortened: Bool { groups.contains { $0.members.count > 1 || $0.time < leastTime } }

    var sections: [ReportSection] {
        let told = groups.filter { $0.time >= leastTime }.map(section)
        let left = groups.filter { $0.time < leastTime }.flatMap(\.members)
        return left.isEmpty ? told : told + [[.text(rest(left), indent: Self.indent)]]
    }

    private func section(_ group: TransferFold) -> ReportSection {
        guard group.members.count > 1 else {
            return TransferSection(group.members[0], longest: longest).section
        }
        let first = group.members[0].transfer
        let names = FileNames(group.members.map { $0.transfer.file.printable }).text
        let label =
            "\(names.shortened(to: Self.mostOfNames))  \(group.range)\(first.origins), "
            + "\(ByteFormat.grouped(group.members.count)) transfers alike"
        let elements = group.elements(label, longest: longest, indent: 2 * Self.indent)
        guard elements.elements.isEmpty else { return elements }
        return [
            .text(label, indent: Self.indent, hanging: 2 * Self.indent),
            .line("no ledger is known", indent: 2 * Self.indent),
        ]
    }

    private func rest(_ left: [TransferExplanation]) -> String {
        let fold = TransferFold(left)
        let share = Double(fold.time) / Double(max(1, step.step.sumOfDurations))
        return "\(CountFormat.text(left.count, "further transfer")) took \(fold.range) each, "
            + "\(FixedPoint.percent(share, digits: 1)) of the durations' sum."
    }
}
