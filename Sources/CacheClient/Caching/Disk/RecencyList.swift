/// Values by key, ordered from the least to the most recently used; every operation is O(1).
///
/// A dictionary maps keys to slots linked by index, so that a use only relinks and allocates nothing.
struct RecencyList<Key: Hashable, Value> {
    private struct Slot {
        /// nil while the slot is vacant.
        var key: Key?
        /// nil while the slot is vacant.
        var value: Value?
        var older: Int
        var newer: Int
    }

    private static var none: Int { -1 }

    private var slots: [Slot] = []
    private var vacant: [Int] = []
    private var places: [Key: Int] = [:]
    private var oldest = Self.none
    private var newest = Self.none

    var count: Int { places.count }

    /// The value, without counting as a use.
    func peek(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        return slots[place].value
    }

    /// Every key and value, in no order.
    var all: [(key: Key, value: Value)] {
        slots.compactMap { slot in
            guard let key = slot.key, let value = slot.value else { return nil }
            return (key, value)
        }
    }

    /// Changes the value in its place, without counting as a use.
    mutating func update(_ value: Value, for key: Key) {
        guard let place = places[key] else { return }
        slots[place].value = value
    }

    /// Returns the value and makes it the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        moveToNewest(place)
        return slots[place].value
    }

    /// Puts `value` in as the most recently used and returns the one it replaces.
    @discardableResult
    mutating func insert(_ value: Value, for key: Key) -> Value? {
        if let place = places[key] {
            let replaced = slots[place].value
            slots[place].value = value
            moveToNewest(place)
            return replaced
        }
        let slot = Slot(key: key, value: value, older: Self.none, newer: Self.none)
        let place: Int
        if let reused = vacant.popLast() {
            slots[reused] = slot
            place = reused
        } else {
            slots.append(slot)
            place = slots.count - 1
        }
        places[key] = place
        link(place)
        return nil
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        vacant.append(place)
        defer {
            slots[place].value = nil
            slots[place].key = nil
        }
        return slots[place].value
    }

    mutating func removeOldest() -> (key: Key, value: Value)? {
        guard oldest != Self.none, let key = slots[oldest].key else { return nil }
        return remove(key).map { (key, $0) }
    }

    mutating func removeAll() {
        self = RecencyList()
    }

    private mutating func moveToNewest(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        link(place)
    }

    private mutating func link(_ place: Int) {
        slots[place].older = newest
        slots[place].newer = Self.none
        if newest != Self.none { slots[newest].newer = place }
        newest = place
        if oldest == Self.none { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (slots[place].older, slots[place].newer)
        if older == Self.none { oldest = newer } else { slots[older].newer = newer }
        if newer == Self.none { newest = older } else { slots[newer].older = older }
    }
}
