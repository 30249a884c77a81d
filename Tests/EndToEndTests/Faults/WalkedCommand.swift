import TestSupport

/// A command whose calls are made to fail.
protocol WalkedCommand: Sendable {
    var name: String { get }
    var arguments: [String] { get }
    /// Statuses that are documented for what can happen here.
    var statuses: Set<Int32> { get }

    /// Makes what it needs in the scene.
    func prepare(_ scene: FaultScene) throws
    /// Does what others do while it runs. `descriptors` is how many it may have open at the end, if that is known.
    func visit(_ program: RunningProgram, atMost descriptors: Int?) throws -> FaultVisit
    /// Whether the status means success: a busy machine's figures are not trusted, which is no fault's fault.
    func hasSucceeded(_ status: Int32, _ scene: FaultScene) -> Bool
    /// Whether the machine was too busy for a run that says anything.
    func isSpoiled(_ outcome: FaultScene.Outcome) -> Bool
    /// What is wrong with what it left in the scene.
    func judge(_ outcome: FaultScene.Outcome, hasSucceeded: Bool, _ scene: FaultScene) throws -> [String]
}

extension WalkedCommand {
    var statuses: Set<Int32> { [0, 2, 3] }

    func visit(_ program: RunningProgram, atMost descriptors: Int?) throws -> FaultVisit { FaultVisit() }

    func hasSucceeded(_ status: Int32, _ scene: FaultScene) -> Bool { status == 0 }

    func isSpoiled(_ outcome: FaultScene.Outcome) -> Bool { false }
}
