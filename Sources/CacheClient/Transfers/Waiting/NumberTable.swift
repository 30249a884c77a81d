/// Values by numbers that this program assigns itself: no one outside chooses them, so the hash can be a
/// single multiplication. Pure.
struct NumberTable<Value> {
    private static var leastPlaces: Int { 16 }

    /// nil is an empty place. A number is at its home, or after others whose home is no further.
    private var numbers: [Int?] = []
    private var values: [Value?] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// All values, in no particular order.
    var all: [Value] { values.compactMap(\.self) }

    subscript(number: Int) -> Value? {
        get { place(of: number).flatMap { values[$0] } }
        set {
            guard let newValue else {
                _ = remove(number)
                return
            }
            if let place = place(of: number) {
                values[place] = newValue
            } else {
                insert(newValue, at: number)
            }
        }
    }

    /// Changes the value in place; nothing if there is none.
    mutating func change(_ number: Int, _ change: (inout Value?) -> Void) {
        guard let place = place(of: number) else { return }
        change(&values[place])
    }

    /// Returns the removed value.
    mutating func remove(_ number: Int) -> Value? {
        guard var hole = place(of: number) else { return nil }
        let value = values[hole]
        var next = following(hole)
        // Moves later numbers forward, as far as their homes.
        while let other = numbers[next] {
            if distance(from: home(of: other), to: next) >= distance(from: hole, to: next) {
                numbers[hole] = other
                values.swapAt(hole, next)
                hole = next
            }
            next = following(next)
        }
        (numbers[hole], values[hole]) = (nil, nil)
        count -= 1
        return value
    }

    private mutating func insert(_ value: Value, at number: Int) {
        if 2 * (count + 1) > numbers.count { grow() }
        var place = home(of: number)
        while numbers[place] != nil { place = following(place) }
        (numbers[place], values[place]) = (number, value)
        count += 1
    }

    /// At most half of the places are taken.
    private mutating func grow() {
        let before = (numbers, values)
        let places = max(Self.leastPlaces, 2 * numbers.count)
        (numbers, values) = (Array(repeating: nil, count: places), Array(repeating: nil, count: places))
        count = 0
        for (number, value) in zip(before.0, before.1) {
            if let number, let value { insert(value, at: number) }
        }
    }

    private func place(of number: Int) -> Int? {
        guard !numbers.isEmpty else { return nil }
        var place = home(of: number)
        while let other = numbers[place] {
            if other == number { return place }
            place = following(place)
        }
        return nil
    }

    /// The factor spreads consecutive numbers.
    private func home(of number: Int) -> Int {
        let spread = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: spread >> 32) & (numbers.count - 1)
    }

    private func following(_ place: Int) -> Int { (place + 1) & (numbers.count - 1) }

    private func distance(from start: Int, to end: Int) -> Int { (end - start) & (numbers.count - 1) }
}
