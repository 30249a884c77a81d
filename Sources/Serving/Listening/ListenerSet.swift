package import LinuxIO

/// The listeners of one server, such as one for HTTP and one for HTTPS. At least one.
package struct ListenerSet: ~Copyable, Sendable {
    /// A copyable box: listeners have one owner, and lists hold only copyable values.
    private final class Place: Sendable {
        let listener: Listener

        init(_ listener: consuming Listener) {
            self.listener = listener
        }
    }

    private var places: [Place]

    package init(_ first: consuming Listener) {
        places = [Place(first)]
    }

    package mutating func add(_ listener: consuming Listener) {
        places.append(Place(listener))
    }

    /// In the order in which they were added.
    package var addresses: [SocketAddress] { places.map { $0.listener.address } }

    var count: Int { places.count }

    subscript(index: Int) -> Listener {
        _read { yield places[index].listener }
    }
}
