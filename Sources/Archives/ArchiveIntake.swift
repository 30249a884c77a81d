import JSON

/// Reads an archive of any length piece by piece. Heads and bodies are left out of what it keeps.
package struct ArchiveIntake {
    /// Largest entry that is read, bodies included.
    package static let mostEntryBytes = 64 << 20
    /// Damaged entries that are named one by one.
    private static let mostNamed = 10

    private var scanner: ArchiveScanner
    private let mostEntryBytes: Int
    private var exchanges: [ArchivedExchange] = []
    private var damage: [ArchiveFinding] = []
    private var tools: [String] = []
    private var entries = 0
    private var damaged = 0

    package init(mostEntryBytes: Int = ArchiveIntake.mostEntryBytes) {
        self.mostEntryBytes = mostEntryBytes
        scanner = ArchiveScanner(mostBytes: mostEntryBytes)
    }

    package mutating func receive(_ bytes: [UInt8]) {
        var parts: [ArchiveScanner.Part] = []
        scanner.receive(bytes) { parts.append($0) }
        for part in parts { take(part) }
    }

    private mutating func take(_ part: ArchiveScanner.Part) {
        if case .tool(let bytes) = part {
            if let json = try? JSONValue(parsing: bytes), let name = json["name"]?.text {
                tools.append(
                    [name, json["version"]?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
                )
            }
            return
        }
        entries += 1
        switch part {
        case .tool: break
        case .tooLarge: note(.largeEntry(entries, mostBytes: mostEntryBytes))
        case .stray: note(.strayEntry(entries))
        case .entry(let bytes):
            do throws(JSONSyntaxError) {
                let json = try JSONValue(parsing: bytes)
                guard case .object = json else { return note(.strayEntry(entries)) }
                exchanges.append(
                    ArchivedExchange(ArchiveEntry(json, withContents: false), number: entries)
                )
            } catch {
                note(.damagedEntry(entries, why: error.message))
            }
        }
    }

    private mutating func note(_ finding: ArchiveFinding) {
        damaged += 1
        if damaged <= Self.mostNamed { damage.append(finding) }
    }

    /// What was read. `isPackedDamage` says that the file could not be decompressed to its end.
    package func finish(isPackedDamage: Bool = false) throws(ArchiveError) -> ArchiveSurvey {
        var damage = damage
        if damaged > Self.mostNamed { damage.append(.moreDamage(entries: damaged - Self.mostNamed)) }
        switch scanner.ending {
        case .whole: break
        case .noEntries: throw .noEntries
        case .empty: throw .empty
        case .foreign: throw .foreign
        case .cutOff:
            guard entries > 0 else { throw .cutOff }
            damage.append(isPackedDamage ? .packedDamage(entries: entries) : .cutOff(entries: entries))
        }
        return ArchiveSurvey(exchanges, damage: damage, tools: tools)
    }
}
