/// `mirror`: the response's body is written to a file, too.
package struct MirrorAction: RuleAction {
    package static let name = "mirror"

    private let folder: String

    package init(folder: String) {
        self.folder = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.mirror = MirrorPlace(folder: folder, of: plan.request)
    }
}
