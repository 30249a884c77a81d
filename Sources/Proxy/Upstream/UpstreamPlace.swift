import Wire

/// A place for one connection to a server, taken until it is freed or nobody has it. It belongs to the loop's thread.
final class UpstreamPlace {
    private let places: UpstreamPlaces
    private var isTaken = true
    /// For whom the connection is used; nil while it is kept for the next request.
    var client: IPAddress? {
        didSet {
            guard isTaken else { return }
            places.leave(oldValue)
            places.enter(client)
        }
    }

    init(in places: UpstreamPlaces, for client: IPAddress?) {
        self.places = places
        self.client = client
        places.enter(client)
    }

    deinit { free() }

    func free() {
        guard isTaken else { return }
        isTaken = false
        places.leave(client)
        places.free()
    }
}
