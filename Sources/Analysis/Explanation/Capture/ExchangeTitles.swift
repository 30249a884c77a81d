import Inspection

/// Short names of a capture's exchanges: the last part of the path. Those that would have one name although they are
/// different files are told apart by their host, or by more of their path.
struct ExchangeTitles {
    private struct Place: Hashable {
        var host: Substring
        /// Parts of the path.
        var path: [Substring]

        /// Without the query.
        init(_ url: String) {
            var rest = url.prefix { $0 != "?" && $0 != "#" }
            if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
            let parts = rest.split(separator: "/", omittingEmptySubsequences: true)
            let hasHost = !rest.hasPrefix("/")
            host = hasHost ? parts.first ?? "" : ""
            path = hasHost ? Array(parts.dropFirst()) : parts
        }
    }

    /// By the last part of the path, the places that have it.
    private var places: [Substring: Set<Place>] = [:]

    init(_ urls: some Sequence<String>) {
        for url in urls {
            let place = Place(url)
            if let last = place.path.last { places[last, default: []].insert(place) }
        }
    }

    /// The whole URL without a path.
    func title(of url: String) -> String {
        let place = Place(url)
        guard let last = place.path.last else { return url }
        let others = (places[last] ?? []).subtracting([place])
        guard !others.isEmpty else { return String(last) }
        guard others.contains(where: { $0.host == place.host }) else {
            return place.path.count > 1 ? "\(place.host)/…/\(last)" : "\(place.host)/\(last)"
        }
        // As much of the path as no other has, with the host if others have all of it.
        for count in 2...max(2, place.path.count) {
            let end = place.path.suffix(count)
            if others.allSatisfy({ $0.path.suffix(count) != end }) { return end.joined(separator: "/") }
        }
        return "\(place.host)/\(place.path.joined(separator: "/"))"
    }
}
