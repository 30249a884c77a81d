import HTTP

/// `mapLocal`: a file answers.
package struct MapLocalAction: RuleAction {
    package static let name = "mapLocal"

    private let path: String

    /// `path` is a file, or a folder in which the rest of the request's path is looked up.
    package init(path: String) {
        self.path = path
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.answer = .file(LocalContent(path, asked: match.rest ?? plan.request.head.target))
    }
}
