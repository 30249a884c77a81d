package import Wire

/// Instants at which tokens are due, earliest first, one for each token: a binary heap that knows its places.
package struct TimerQueue: Sendable {
    package struct Entry: Hashable, Sendable {
        package var due: Instant
        package var token: UInt64
    }

    private var heap: [Entry] = []
    /// Heap index of each token's entry.
    private var places: [UInt64: Int] = [:]

    package init() {}

    package var earliest: Instant? { heap.first?.due }
    package var count: Int { heap.count }

    /// When the token is due; nil if it has no entry.
    package func due(_ token: UInt64) -> Instant? {
        places[token].map { heap[$0].due }
    }

    /// Sets the token's instant and replaces the one it had before.
    package mutating func set(_ token: UInt64, to due: Instant) {
        let entry = Entry(due: due, token: token)
        guard let place = places[token] else {
            heap.append(entry)
            rise(entry, from: heap.count - 1)
            return
        }
        let isEarlier = due < heap[place].due
        if isEarlier { rise(entry, from: place) } else { sink(entry, from: place) }
    }

    package mutating func remove(_ token: UInt64) {
        guard let place = places.removeValue(forKey: token), let last = heap.popLast(), place < heap.count
        else { return }
        let isEarlier = last.due < heap[place].due
        if isEarlier { rise(last, from: place) } else { sink(last, from: place) }
    }

    /// Removes and returns the earliest due entry; nil if nothing is due yet.
    package mutating func takeDue(_ now: Instant) -> Entry? {
        guard let first = heap.first, first.due <= now else { return nil }
        remove(first.token)
        return first
    }

    /// Puts an entry in the place or above it; entries in its way move down.
    private mutating func rise(_ entry: Entry, from place: Int) {
        var place = place
        while place > 0 {
            let parent = (place - 1) / 2
            guard entry.due < heap[parent].due else { break }
            put(heap[parent], at: place)
            place = parent
        }
        put(entry, at: place)
    }

    /// Puts an entry in the place or below it; entries in its way move up.
    private mutating func sink(_ entry: Entry, from place: Int) {
        var place = place
        while true {
            var least = 2 * place + 1
            guard least < heap.count else { break }
            if least + 1 < heap.count, heap[least + 1].due < heap[least].due { least += 1 }
            guard heap[least].due < entry.due else { break }
            put(heap[least], at: place)
            place = least
        }
        put(entry, at: place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        places[entry.token] = place
    }
}
