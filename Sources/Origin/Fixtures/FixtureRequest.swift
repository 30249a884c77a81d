import Scenarios

/// An image that a site was asked for, and how the site answers for it.
final class FixtureRequest: Sendable {
    let place: FixturePlace
    /// As `Subject` has it.
    let name: String
    let behaviour: ResponseBehaviour

    init(place: FixturePlace, name: String, behaviour: ResponseBehaviour) {
        self.place = place
        self.name = name
        self.behaviour = behaviour
    }

    func subject(_ resource: Resource) -> Subject {
        Subject(name: name, resource: resource, behaviour: behaviour)
    }
}
