import Scenarios

/// An image that a site was asked for, and how the site answers for it.
struct FixtureRequest {
    let place: FixturePlace
    /// As `Subject` has it.
    let name: String
    let behaviour: ResponseBehaviour

    func subject(_ resource: Resource) -> Subject {
        Subject(name: name, resource: resource, behaviour: behaviour)
    }
}
