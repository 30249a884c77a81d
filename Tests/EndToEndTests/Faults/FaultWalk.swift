import Foundation
import TestSupport

/// Runs one command again and again, each time with another fault, and collects what is wrong.
struct FaultWalk {
    /// A disturbed run that was not as it should be.
    struct Finding: CustomStringConvertible {
        var fault: CallFault
        var hit: String?
        var wrong: [String]
        var errors: String

        var description: String {
            "\(fault) (\(fault.order), \(hit ?? "-")): \(wrong.joined(separator: "; "))\n    \(errors.suffix(300))"
        }
    }

    /// What a walk did.
    struct Summary {
        var runs = 0
        var missed = 0
        /// Faults that were never tried on a machine calm enough.
        var spoiled = 0
        var findings: [Finding] = []
    }

    /// Seconds that any run may take, and the factor by which a disturbed one may be slower.
    private static let (patience, factor) = (9.0, 10.0)
    /// Tries on a machine that is too busy.
    private static let mostTries = 5

    let command: any WalkedCommand

    /// What undisturbed runs are like. They differ a little: all calls that any of them made.
    struct Plain {
        var calls: [TracedCall] = []
        var seconds = 0.0
        var descriptors: Int?
    }

    func plain() throws -> Plain {
        var counts: [TracedCall: Int] = [:]
        var plain = Plain()
        for _ in 0..<2 {
            let (outcome, wrong, descriptors, _) = try unspoiled(nil, limit: 60)
            guard let report = outcome.report, wrong.isEmpty else {
                throw FaultWalkError(command: command.name, wrong: wrong, errors: outcome.errors)
            }
            for call in report.calls {
                var key = call
                key.count = 0
                counts[key] = max(counts[key] ?? 0, call.count)
            }
            plain.seconds = max(plain.seconds, outcome.seconds)
            plain.descriptors = [plain.descriptors, descriptors].compactMap { $0 }.max()
        }
        let calls = counts.map { call, count in
            TracedCall(thread: call.thread, name: call.name, kind: call.kind, count: count)
        }
        plain.calls = calls.sorted { "\($0)" < "\($1)" }
        return plain
    }

    /// Runs the command once with each fault, in a scene of its own.
    func walk(_ faults: [CallFault], _ plain: Plain) throws -> Summary {
        var summary = Summary()
        let limit = Self.patience + Self.factor * plain.seconds
        for fault in faults {
            var (outcome, wrong, _, scene) = try unspoiled(fault, limit: limit, atMost: plain.descriptors)
            summary.runs += 1
            if command.isSpoiled(outcome) {
                summary.spoiled += 1
                continue
            }
            if fault.effect == .kills { wrong += try next(in: scene, plain) }
            // The output may be a file, and a walk takes an hour.
            if summary.runs % 100 == 0 { fflush(nil) }
            if outcome.report?.hit == nil { summary.missed += 1 }
            guard !wrong.isEmpty else { continue }
            let finding = Finding(
                fault: fault,
                hit: outcome.report?.hit,
                wrong: wrong,
                errors: outcome.errors
            )
            print("\(command.name): \(finding)")
            summary.findings.append(finding)
        }
        return summary
    }

    /// Runs the command without a fault where a run was killed. What that one has stored may keep a few more
    /// descriptors open.
    private func next(in scene: FaultScene, _ plain: Plain) throws -> [String] {
        let most = plain.descriptors.map { $0 + 4 }
        let ran = try run(nil, in: scene, limit: 60, atMost: most)
        return command.isSpoiled(ran.outcome) ? [] : ran.wrong.map { "the next start: \($0)" }
    }

    /// Runs the command in a new scene, again if the machine was too busy.
    private func unspoiled(
        _ fault: CallFault?,
        limit: Double,
        atMost descriptors: Int? = nil
    ) throws -> (outcome: FaultScene.Outcome, wrong: [String], descriptors: Int?, scene: FaultScene) {
        var tried = 0
        while true {
            tried += 1
            let scene = try FaultScene()
            let ran = try run(fault, in: scene, limit: limit, atMost: descriptors)
            if tried == Self.mostTries || !command.isSpoiled(ran.outcome) {
                return (ran.outcome, ran.wrong, ran.descriptors, scene)
            }
        }
    }

    private func run(
        _ fault: CallFault?,
        in scene: FaultScene,
        limit: Double,
        atMost descriptors: Int? = nil
    ) throws -> (outcome: FaultScene.Outcome, wrong: [String], descriptors: Int?) {
        try command.prepare(scene)
        var visit = FaultVisit()
        let outcome = try scene.run(command.arguments, fault, limit: limit) {
            visit = try command.visit($0, atMost: descriptors)
        }
        guard let report = outcome.report else {
            return (outcome, ["it did not end within \(Int(limit)) s"], nil)
        }
        var wrong = try scene.leftovers().map { "it left \($0)" }
        if report.left > 0 { wrong.append("\(report.left) processes are left") }
        var hasSucceeded = false
        switch report.ending {
        case .signal(let number):
            if fault?.effect != .kills { wrong.append("signal \(number) ended it") }
        case .status(let status):
            hasSucceeded = command.hasSucceeded(status, scene)
            wrong += judge(status, hasSucceeded, fault, outcome.errors)
        }
        if hasSucceeded || fault == nil { wrong += visit.wrong }
        wrong += try command.judge(outcome, hasSucceeded: hasSucceeded, scene)
        return (outcome, wrong, visit.descriptors)
    }

    private func judge(
        _ status: Int32,
        _ hasSucceeded: Bool,
        _ fault: CallFault?,
        _ errors: String
    ) -> [String] {
        if hasSucceeded { return [] }
        var wrong: [String] = []
        if fault?.mustGoUnnoticed ?? true { wrong.append("status \(status)") }
        if !command.statuses.contains(status) { wrong.append("status \(status) is not documented") }
        let sentences = errors.split(separator: "\n").filter {
            $0.contains("error: ") || $0.contains("warning: ")
        }
        if sentences.isEmpty { wrong.append("status \(status), and nothing was said") }
        if sentences.contains(where: { $0.hasSuffix("error: ") || $0.contains("errno") }) {
            wrong.append("its error says nothing")
        }
        return wrong
    }
}
