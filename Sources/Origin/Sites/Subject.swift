import HTTP
import Scenarios
import Serving

/// Something that a site has, in its current state.
struct Subject {
    /// Its path, prefixed by its host unless that is the origin's own: counts and draws go by it.
    let name: String
    let resource: Resource
    /// From 1.
    let version: Int
    let behaviour: ResponseBehaviour

    init(name: String, resource: Resource, version: Int = 1, behaviour: ResponseBehaviour) {
        self.name = name
        self.resource = resource
        self.version = version
        self.behaviour = behaviour
    }

    init(_ entry: FileStore.Entry, name: String) {
        self.init(
            name: name,
            resource: entry.resource,
            version: entry.version,
            behaviour: entry.behaviour
        )
    }

    /// The answer, if it is always answered alike and was requested before; nil if deciding takes more.
    func readyAnswer(to request: HTTPRequestHead) -> ServedResponse? {
        resource.answers.find(name)?.answer(to: request)
    }
}
