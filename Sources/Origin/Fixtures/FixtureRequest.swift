import Scenarios

/// An image that a site was asked for, and the site's behaviour for it.
final class FixtureRequest: Sendable {
    let place: FixturePlace
    /// See `Subject.name`.
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
