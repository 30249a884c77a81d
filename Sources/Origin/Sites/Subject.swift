import HTTP
import Scenarios
import Serving

/// Something that a site has, as it is now.
struct Subject {
    /// Its path, with its host in front where that is not the origin's own: whatever is counted or drawn goes by it.
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

    /// Where it is always answered alike, and was asked for before; nil where it takes more to tell.
    func readyAnswer(to request: HTTPRequestHead) -> ServedResponse? {
        resource.answers.find(name)?.answer(to: request)
    }
}
