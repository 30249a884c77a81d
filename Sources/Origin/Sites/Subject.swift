import Scenarios

/// Something that a site has, as it is now.
struct Subject {
    let path: String
    let resource: Resource
    /// From 1.
    let version: Int
    let behaviour: ResponseBehaviour

    init(path: String, resource: Resource, version: Int = 1, behaviour: ResponseBehaviour) {
        self.path = path
        self.resource = resource
        self.version = version
        self.behaviour = behaviour
    }

    init(_ entry: FileStore.Entry) {
        self.init(
            path: entry.file.name,
            resource: entry.resource,
            version: entry.version,
            behaviour: entry.behaviour
        )
    }
}
