import Wire

/// The packets of one sender and space whose fate is not known yet, by their numbers.
struct QUICSentPackets {
    /// What an acknowledgement made known.
    struct News {
        var lost = 0
        var spurious = 0
        var lostBefore = 0
        var unseen = 0
        /// When the largest acknowledged packet was sent, if that was not acknowledged before.
        var newest: Int64?
    }

    /// A packet counts as lost if so many later ones were acknowledged (RFC 9002, 6.1.1).
    private static let reordering: UInt64 = 3
    /// Most numbers that are followed, and most lost ones that may still turn out not to be.
    private static let most = 1 << 14
    private static let mostLost = 1024

    private struct Entry {
        enum State: UInt8 {
            case unseen, sent, eliciting, settled
        }

        var stamp: Int64
        var state: State
    }

    /// The number of the first entry that counts.
    private var base: UInt64 = 0
    private var entries: [Entry] = []
    private var first = 0
    /// Numbers of lost packets, in order.
    private var lost: [UInt64] = []
    private var largest: UInt64?
    private var eliciting = 0

    private var end: UInt64 { base + UInt64(entries.count - first) }
    var heldBytes: Int { entries.count * MemoryLayout<Entry>.stride }
    /// True if packets wait for their acknowledgement.
    var isWaiting: Bool { eliciting > 0 }

    mutating func send(_ number: UInt64, at stamp: Int64, elicits: Bool) {
        if entries.isEmpty, largest == nil { base = number }
        guard number >= base, extend(to: number) else { return }
        let place = first + Int(number - base)
        guard entries[place].state == .unseen else { return }
        entries[place] = Entry(stamp: stamp, state: elicits ? .eliciting : .sent)
        if elicits { eliciting += 1 }
    }

    /// Makes room for numbers up to this one. Returns false if it is too far away: all is then begun anew.
    private mutating func extend(to number: UInt64) -> Bool {
        guard number - base < UInt64(Self.most) else {
            self = QUICSentPackets()
            base = number
            largest = number
            return false
        }
        while end <= number { entries.append(Entry(stamp: 0, state: .unseen)) }
        return true
    }

    /// Takes the other end's acknowledgement. Packets sent at `overdue` or before count as lost if a later one is in it.
    mutating func acknowledge(_ told: QUICAcknowledgement, _ content: RawSpan, overdue: Int64) -> News {
        var news = News()
        if !lost.isEmpty { told.forEachRange(content) { forgive($0, &news) } }
        guard !entries.isEmpty, told.largest >= base, told.largest < end + UInt64(Self.most),
            extend(to: told.largest)
        else { return news }
        let newest = entries[first + Int(told.largest - base)]
        if newest.state == .eliciting || newest.state == .sent { news.newest = newest.stamp }
        told.forEachRange(content) { settle($0, &news) }
        largest = max(largest ?? 0, told.largest)
        declareLost(before: told.largest, overdue, &news)
        compact()
        return news
    }

    private mutating func settle(_ range: ClosedRange<UInt64>, _ news: inout News) {
        guard range.upperBound >= base else { return }
        for number in max(range.lowerBound, base)...range.upperBound {
            let place = first + Int(number - base)
            switch entries[place].state {
            case .settled: continue
            case .unseen: news.unseen += 1
            case .eliciting: eliciting -= 1
            case .sent: break
            }
            entries[place].state = .settled
        }
    }

    private mutating func forgive(_ range: ClosedRange<UInt64>, _ news: inout News) {
        let from = lost.partitioningIndex { $0 >= range.lowerBound }
        let to = lost.partitioningIndex { $0 > range.upperBound }
        guard from < to else { return }
        news.spurious += to - from
        lost.removeSubrange(from..<to)
    }

    private mutating func declareLost(before largest: UInt64, _ overdue: Int64, _ news: inout News) {
        var number = base
        while number < largest {
            let place = first + Int(number - base)
            let (state, stamp) = (entries[place].state, entries[place].stamp)
            let isPassed = number + Self.reordering <= largest
            switch state {
            case .settled: break
            case .unseen where isPassed:
                news.lostBefore += 1
                entries[place].state = .settled
            case .sent where isPassed:
                // Nobody repairs it.
                entries[place].state = .settled
            case .eliciting where isPassed || stamp <= overdue:
                news.lost += 1
                eliciting -= 1
                entries[place].state = .settled
                lost.append(number)
            default: break
            }
            number += 1
        }
        if lost.count > Self.mostLost { lost.removeFirst(Self.mostLost / 2) }
    }

    private mutating func compact() {
        while first < entries.count, entries[first].state == .settled {
            first += 1
            base += 1
        }
        guard first > 1024, first > entries.count / 2 else { return }
        entries.removeFirst(first)
        first = 0
    }
}
