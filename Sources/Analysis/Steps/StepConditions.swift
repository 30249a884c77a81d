import LinkModel
import Runs
import Scenarios
import Theory

/// The conditions that earlier steps left in force at each measured step.
struct StepConditions {
    /// The method that predicts the run's times.
    let method: TheoryMethod
    private let start: (link: LinkParameters, connections: Int)
    private var steps: [String: (link: LinkParameters, connections: Int)] = [:]

    /// `link` is the line that the run began with.
    init(_ scenario: Scenario, _ link: LinkRecord) {
        method = TheoryMethod(link)
        start = (link.parameters, scenario.client.connections)
        var now = start
        for step in scenario.steps {
            switch step {
            case .client(let settings): now.connections = settings.connections
            case .link(let settings): now.link = settings.parameters
            case .fetch(let fetch): steps[fetch.name] = now
            case .forget, .change, .wait, .advance: continue
            }
        }
    }

    func link(of step: String) -> LinkParameters { steps[step]?.link ?? start.link }

    /// Theory of the line that the run began with.
    var theory: LinkTheory { LinkTheory(link: start.link, isWindowless: method.isWindowless) }

    func theory(of step: String) -> LinkTheory {
        LinkTheory(link: link(of: step), isWindowless: method.isWindowless)
    }

    func connections(of step: String) -> Int { steps[step]?.connections ?? start.connections }
}
