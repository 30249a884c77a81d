/// The packets that the application has not read, and the kernel memory that they take.
struct ReceiveQueue {
    private struct Packet {
        var range: Range<Int>
        let memory: PacketMemory
        /// Bytes that still fit behind its payload.
        var room: Int
    }

    /// Bytes of IP and TCP before each payload.
    private let headers: Int
    /// In order of their positions. Those before `first` have been read.
    private var packets: [Packet] = []
    private var first = 0
    private(set) var memory = 0

    init(headers: Int) {
        self.headers = headers
    }

    /// End of the first packet, in part read perhaps.
    var firstEnd: Int? { first < packets.count ? packets[first].range.upperBound : nil }

    /// Adds a packet. A short one is copied behind the packet before it if it fits there, and takes no memory.
    mutating func add(_ range: Range<Int>) {
        guard let last = packets.last, range.lowerBound < last.range.upperBound else {
            return insert(range, at: packets.count)
        }
        var place = packets.count
        while place > first, packets[place - 1].range.lowerBound >= range.lowerBound {
            place -= 1
            if packets[place].range.upperBound <= range.upperBound { remove(at: place) }
        }
        insert(range, at: place)
    }

    /// A gap is filled up to `end`: packets that waited beyond it follow the one that filled it, and merge as others do.
    mutating func join(from start: Int, to end: Int) {
        guard var place = packets.lastIndex(where: { $0.range.lowerBound <= start }), place >= first else {
            return
        }
        while place + 1 < packets.count, packets[place + 1].range.lowerBound < end {
            if merge(packets[place + 1].range, behind: place) { remove(at: place + 1) } else { place += 1 }
        }
    }

    /// The application has read everything before `end`. A packet is kept until all of it is read.
    mutating func drop(upTo end: Int) {
        while first < packets.count, packets[first].range.upperBound <= end {
            memory -= packets[first].memory.cost
            first += 1
        }
        if first == packets.count {
            packets.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 64, 2 * first > packets.count {
            packets.removeFirst(first)
            first = 0
        }
    }

    private mutating func insert(_ range: Range<Int>, at place: Int) {
        if place > first, merge(range, behind: place - 1) { return }
        let own = PacketMemory(payload: range.count, headers: headers)
        packets.insert(Packet(range: range, memory: own, room: own.fitting - range.count), at: place)
        memory += own.cost
    }

    private mutating func merge(_ range: Range<Int>, behind place: Int) -> Bool {
        guard packets[place].range.upperBound == range.lowerBound, range.count <= packets[place].room else {
            return false
        }
        packets[place].range = packets[place].range.lowerBound..<range.upperBound
        packets[place].room -= range.count
        return true
    }

    private mutating func remove(at place: Int) {
        memory -= packets[place].memory.cost
        packets.remove(at: place)
    }
}
