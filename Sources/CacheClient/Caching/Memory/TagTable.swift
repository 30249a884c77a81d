/// Maps a tag to slots of an array by open addressing: each place holds a tag and a slot number.
///
/// Eight places share a cache line, and no key is compared before its tag matches.
struct TagTable {
    private static let vacant: UInt64 = 0
    private static let fewest = 16

    /// The tag in the upper half, the slot's number plus one in the lower.
    private var places = [UInt64](repeating: vacant, count: fewest)
    private var count = 0

    /// The first slot with this tag for which `isIt` returns true.
    @inline(__always)
    func slot(_ tag: UInt32, where isIt: (Int) -> Bool) -> Int? {
        let mask = places.count - 1
        var place = Int(tag) & mask
        while true {
            let found = places[place]
            if found == Self.vacant { return nil }
            if found >> 32 == UInt64(tag) {
                let slot = Self.slot(found)
                if isIt(slot) { return slot }
            }
            place = (place + 1) & mask
        }
    }

    /// Inserts a slot that is not in the table yet.
    mutating func insert(_ tag: UInt32, slot: Int) {
        // Half of the places stay vacant, so that a search ends soon.
        if (count + 1) * 2 > places.count { grow() }
        put(UInt64(tag) << 32 | UInt64(slot + 1))
        count += 1
    }

    /// Removes a slot and moves up those behind it that it had displaced.
    mutating func remove(_ tag: UInt32, slot: Int) {
        let mask = places.count - 1
        var hole = Int(tag) & mask
        while Self.slot(places[hole]) != slot {
            if places[hole] == Self.vacant { return }
            hole = (hole + 1) & mask
        }
        count -= 1
        var next = hole
        while true {
            next = (next + 1) & mask
            let moved = places[next]
            if moved == Self.vacant { break }
            let home = Int(moved >> 32) & mask
            // It may go to the hole unless its home lies between the two.
            if (next - home) & mask >= (next - hole) & mask {
                places[hole] = moved
                hole = next
            }
        }
        places[hole] = Self.vacant
    }

    private static func slot(_ place: UInt64) -> Int { Int(place & 0xFFFF_FFFF) - 1 }

    private mutating func grow() {
        let before = places
        places = [UInt64](repeating: Self.vacant, count: before.count * 2)
        for place in before where place != Self.vacant { put(place) }
    }

    private mutating func put(_ new: UInt64) {
        let mask = places.count - 1
        var place = Int(new >> 32) & mask
        while places[place] != Self.vacant { place = (place + 1) & mask }
        places[place] = new
    }
}
