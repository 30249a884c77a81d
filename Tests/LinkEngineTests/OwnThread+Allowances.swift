import LinkEngine
import TestSupport

extension OwnThread {
    /// What threads of this process are allowed to do, found out by trying.
    static let allowances = ask { MachineProbe.allowances() } ?? []

    static func allows(_ feature: MachineAllowance.Feature) -> Bool {
        allowances.contains { $0.feature == feature && $0.isAllowed }
    }
}
