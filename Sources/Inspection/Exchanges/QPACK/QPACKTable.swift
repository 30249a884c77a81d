/// The fields that one end has told the other to remember (RFC 9204, 3.2).
struct QPACKTable {
    /// Most bytes of fields kept, whatever the ends agree on: a few kilobytes are usual.
    static let largestCapacity = 1 << 20
    /// What each entry counts beside its texts.
    private static let entryBytes = 32

    private(set) var capacity = 0
    /// Number of entries ever inserted.
    private(set) var inserted = 0
    private var entries: [(field: QPACKField, size: Int)] = []
    /// Those before it have left.
    private var first = 0
    private(set) var size = 0

    /// Returns false if the capacity is beyond all measure.
    mutating func setCapacity(_ new: Int) -> Bool {
        guard new <= Self.largestCapacity else { return false }
        capacity = new
        evict(for: 0)
        return true
    }

    /// Returns false if the field does not fit.
    mutating func insert(_ field: QPACKField) -> Bool {
        let size = field.name.count + field.value.count + Self.entryBytes
        guard size <= capacity else { return false }
        evict(for: size)
        entries.append((field, size))
        self.size += size
        inserted += 1
        return true
    }

    /// The entry with this number, counted from 0 since the first; nil if it was never there or has left.
    func entry(_ number: Int) -> QPACKField? {
        let place = entries.count - (inserted - number)
        return number < inserted && place >= first ? entries[place].field : nil
    }

    private mutating func evict(for needed: Int) {
        while size + needed > capacity, first < entries.count {
            size -= entries[first].size
            first += 1
        }
        guard first > 1024, first > entries.count / 2 else { return }
        entries.removeFirst(first)
        first = 0
    }
}
