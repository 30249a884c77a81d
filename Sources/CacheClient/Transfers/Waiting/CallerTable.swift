/// Records which callers wait for which transfer, or for another piece of shared work. Pure.
struct CallerTable<Key: Hashable> {
    private struct Caller {
        var transfer: Int
        var priority: TransferPriority
    }

    private struct Group {
        var key: Key
        /// The caller that began it, which may have left, and those that joined.
        let first: TransferTicket
        var hasFirst = true
        var joined: Set<TransferTicket> = []
        /// Number of callers by priority.
        var counts = InlineArray<5, Int>(repeating: 0)

        init(_ key: Key, _ first: TransferTicket, _ priority: TransferPriority) {
            self.key = key
            self.first = first
            counts[priority.rawValue] += 1
        }

        mutating func add(_ caller: TransferTicket, _ priority: TransferPriority) {
            joined.insert(caller)
            counts[priority.rawValue] += 1
        }

        mutating func remove(_ caller: TransferTicket, _ priority: TransferPriority) {
            if caller == first { hasFirst = false } else { joined.remove(caller) }
            counts[priority.rawValue] -= 1
        }

        var isEmpty: Bool { !hasFirst && joined.isEmpty }

        /// In order of arrival.
        var members: [TransferTicket] {
            let first = hasFirst ? [first] : []
            return joined.isEmpty ? first : (first + joined).sorted()
        }

        /// The highest priority among the callers.
        var priority: TransferPriority {
            TransferPriority.allCases.last { counts[$0.rawValue] > 0 } ?? .veryLow
        }
    }

    private var callers = NumberTable<Caller>()
    private var groups = NumberTable<Group>()
    private var open: [Key: Int] = [:]
    private var made = 0

    /// Number of callers.
    var count: Int { callers.count }

    /// Adds the caller to the transfer for `key`; `isNew` is true if the transfer did not exist.
    mutating func join(
        _ caller: TransferTicket,
        _ key: Key,
        _ priority: TransferPriority
    ) -> (transfer: Int, isNew: Bool) {
        if let transfer = open[key] {
            callers[caller.number] = Caller(transfer: transfer, priority: priority)
            groups.change(transfer) { $0?.add(caller, priority) }
            return (transfer, false)
        }
        let transfer = made
        made += 1
        open[key] = transfer
        callers[caller.number] = Caller(transfer: transfer, priority: priority)
        groups[transfer] = Group(key, caller, priority)
        return (transfer, true)
    }

    /// nil if the caller does not wait. If it was the last, the transfer is forgotten, and later callers
    /// begin a new one.
    mutating func leave(_ caller: TransferTicket) -> (transfer: Int, isLast: Bool)? {
        guard let gone = callers.remove(caller.number) else { return nil }
        groups.change(gone.transfer) { $0?.remove(caller, gone.priority) }
        guard let group = groups[gone.transfer], group.isEmpty else { return (gone.transfer, false) }
        groups[gone.transfer] = nil
        open[group.key] = nil
        return (gone.transfer, true)
    }

    /// Returns the caller's transfer; nil if it does not wait.
    mutating func setPriority(_ priority: TransferPriority, of caller: TransferTicket) -> Int? {
        guard let before = callers[caller.number] else { return nil }
        callers[caller.number] = Caller(transfer: before.transfer, priority: priority)
        groups.change(before.transfer) { group in
            group?.counts[before.priority.rawValue] -= 1
            group?.counts[priority.rawValue] += 1
        }
        return before.transfer
    }

    /// The highest priority among the transfer's callers.
    func priority(of transfer: Int) -> TransferPriority {
        groups[transfer]?.priority ?? .veryLow
    }

    func transfer(of caller: TransferTicket) -> Int? {
        callers[caller.number]?.transfer
    }

    /// Ends the transfer and returns its callers in order of arrival; they no longer wait.
    mutating func finish(_ transfer: Int) -> [TransferTicket] {
        guard let group = groups.remove(transfer) else { return [] }
        open[group.key] = nil
        let members = group.members
        for caller in members { callers[caller.number] = nil }
        return members
    }
}
