internal import Wire

/// A part of a memory cache: the entries of some keys, and the order in which they were used.
///
/// Slots are linked by number from the least to the most recently used. The parts of an entry that a hit
/// touches fill one cache line. Not thread-safe: its own lock protects it.
struct MemoryShard<Value: CachedValue> {
    /// 64 bytes if a value is one reference.
    struct Slot {
        var key: String
        /// nil while the slot is vacant.
        var image: Value?
        /// Start of the lifetime.
        var since: Int64
        /// Lifetime in nanoseconds: the maximum is for ever, negative the cache's own.
        var life: Int64
        var usedAt: Int64
        var cost: Int
        var older: Int32
        var newer: Int32
    }

    /// The result of a lookup.
    enum Answer {
        case miss
        case hit(Value)
        /// The entry exists but has expired.
        case expired
    }

    private static var none: Int32 { -1 }

    /// The limit that a hit checks; nil means for ever.
    var timeToLive: Int64?
    var isSliding = false

    private var table = TagTable()
    var slots: [Slot] = []
    private var vacant: [Int32] = []
    private var oldest = Self.none
    private var newest = Self.none
    /// Every use gets a distinct moment, whatever the clock says, so that the order is never lost.
    private var lastUse = Int64.min

    @inline(__always)
    func slot(of key: String, _ hash: KeyHash) -> Int? {
        // Two spellings of one text that are equal to Swift have different hashes: they are different keys, as on disk.
        table.slot(hash.tag) { slots[$0].key == key }
    }

    @inline(__always)
    mutating func use(_ key: String, _ hash: KeyHash, at now: Int64, _ extending: LifeExtension) -> Answer {
        guard let place = slot(of: key, hash) else { return .miss }
        guard let image = slots[place].image, !isExpired(place, at: now) else { return .expired }
        if case .ofCache = extending, !isSliding {
        } else {
            extend(place, extending, at: now)
        }
        touch(place, at: now)
        return .hit(image)
    }

    /// Inserts an entry as the most recently used; returns the cost of the one that it replaces.
    mutating func insert(_ entry: MemoryEntry<Value>, for key: String, _ hash: KeyHash, at now: Int64) -> Int?
    {
        if let place = slot(of: key, hash) {
            let replaced = slots[place].cost
            fill(place, entry, at: now)
            touch(place, at: now)
            return replaced
        }
        let slot = Slot(
            key: key,
            image: nil,
            since: 0,
            life: 0,
            usedAt: 0,
            cost: 0,
            older: Self.none,
            newer: Self.none
        )
        let place: Int
        if let reused = vacant.popLast() {
            place = Int(reused)
            slots[place] = slot
        } else {
            place = slots.count
            slots.append(slot)
        }
        fill(place, entry, at: now)
        slots[place].usedAt = nextUse(now)
        table.insert(hash.tag, slot: place)
        link(Int32(place))
        return nil
    }

    /// Removes an entry; returns its value and cost.
    mutating func remove(_ place: Int, _ hash: KeyHash) -> (image: Value, cost: Int)? {
        guard let image = slots[place].image else { return nil }
        table.remove(hash.tag, slot: place)
        unlink(Int32(place))
        vacant.append(Int32(place))
        slots[place].image = nil
        slots[place].key = ""
        return (image, slots[place].cost)
    }

    mutating func removeAll() {
        table = TagTable()
        slots = []
        vacant = []
        (oldest, newest) = (Self.none, Self.none)
    }

    /// The least recently used entry.
    var oldestPlace: Int? { oldest == Self.none ? nil : Int(oldest) }

    /// When the least recently used entry was used.
    var oldestUse: Int64? { oldest == Self.none ? nil : slots[Int(oldest)].usedAt }

    func isExpired(_ place: Int, at now: Int64) -> Bool {
        let life = slots[place].life
        if life == .max { return false }
        guard life < 0 else { return now - slots[place].since >= life }
        guard let timeToLive else { return false }
        return now - slots[place].since >= timeToLive
    }

    private mutating func extend(_ place: Int, _ extending: LifeExtension, at now: Int64) {
        let limits = CacheLimits(isSliding: isSliding)
        guard let lifetime = extending.renewed(Lifetime(number: slots[place].life), limits) else { return }
        slots[place].life = lifetime.number
        slots[place].since = now
    }

    private mutating func fill(_ place: Int, _ entry: MemoryEntry<Value>, at now: Int64) {
        slots[place].image = entry.image
        slots[place].cost = entry.cost
        slots[place].since = now
        slots[place].life = entry.lifetime.number
    }

    private mutating func nextUse(_ now: Int64) -> Int64 {
        lastUse = max(now, lastUse &+ 1)
        return lastUse
    }

    @inline(__always)
    private mutating func touch(_ place: Int, at now: Int64) {
        slots[place].usedAt = nextUse(now)
        guard place != newest else { return }
        unlink(Int32(place))
        link(Int32(place))
    }

    @inline(__always)
    private mutating func link(_ place: Int32) {
        slots[Int(place)].older = newest
        slots[Int(place)].newer = Self.none
        if newest != Self.none { slots[Int(newest)].newer = place }
        newest = place
        if oldest == Self.none { oldest = place }
    }

    @inline(__always)
    private mutating func unlink(_ place: Int32) {
        let (older, newer) = (slots[Int(place)].older, slots[Int(place)].newer)
        if older == Self.none { oldest = newer } else { slots[Int(older)].newer = newer }
        if newer == Self.none { newest = older } else { slots[Int(newer)].older = older }
    }
}
