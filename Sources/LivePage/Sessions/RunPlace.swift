import Archives
import JSON

/// Which exchange of which run an entry is: the same for what is known while the run is under way and for what is
/// known of it in the end.
struct RunPlace: Hashable {
    private var run: Int
    private var transfer: Int
    /// Position among the transfer's exchanges: redirects have their own.
    private var order: Int

    /// The entries with their places; nil for those of no run.
    static func each(of entries: [ArchiveEntry]) -> [(place: RunPlace?, entry: ArchiveEntry)] {
        var counts: [RunPlace: Int] = [:]
        return entries.map { entry in
            guard let run = entry.details?["runNumber"]?.int, let transfer = entry.details?["transfer"]?.int
            else { return (nil, entry) }
            var place = RunPlace(run: run, transfer: transfer, order: 0)
            place.order = counts[place, default: 0]
            counts[RunPlace(run: run, transfer: transfer, order: 0)] = place.order + 1
            return (place, entry)
        }
    }

    /// Indices of the entries that have a place.
    static func all(of entries: [ArchiveEntry]) -> [RunPlace: Int] {
        var places: [RunPlace: Int] = [:]
        for (index, one) in each(of: entries).enumerated() {
            if let place = one.place { places[place] = index }
        }
        return places
    }
}
