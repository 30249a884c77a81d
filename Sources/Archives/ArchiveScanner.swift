/// Splits the text of an archive into its entries while it arrives, so that only one of them is in memory.
///
/// It counts brackets outside of strings and judges nothing else: each part is read by the strict JSON reader later.
struct ArchiveScanner {
    enum Part {
        case entry([UInt8])
        /// An entry of more than `mostBytes`.
        case tooLarge
        /// An element of the list that is neither an object nor an array.
        case stray
        /// The tool that wrote the archive, or the browser that it watched.
        case tool([UInt8])
    }

    enum Ending {
        case whole
        /// The text ends within the archive.
        case cutOff
        /// It has no `log.entries`.
        case noEntries
        case empty
        /// It begins with something else than an object.
        case foreign
    }

    /// Only the names that matter are kept.
    private static let longestName = 16

    private let mostBytes: Int
    private var level = 0
    private var isInString = false
    private var isEscaped = false
    /// The last string on the first two levels, which is the name of what follows it.
    private var name: [UInt8] = []
    private var isInLog = false
    private var isInEntries = false
    private var hasEntries = false
    private var isStray = false
    private var isForeign = false
    private var hasBegun = false
    private var isOver = false

    private var kept: [UInt8] = []
    private var isKeepingTool = false
    /// The level on which the kept part ends; nil while none is kept.
    private var keptLevel: Int?
    private var isTooLarge = false

    init(mostBytes: Int) {
        self.mostBytes = mostBytes
    }

    /// Takes the next bytes, and hands out the parts that they complete.
    mutating func receive(_ bytes: [UInt8], _ found: (Part) -> Void) {
        var place = bytes.startIndex
        while place < bytes.endIndex, !isForeign, !isOver {
            // Bodies are long strings without a sign that matters.
            if isInString, !isEscaped, keptLevel != nil {
                let end = bytes[place...].firstIndex(where: Self.isSpecialInString) ?? bytes.endIndex
                keep(bytes[place..<end])
                place = end
                guard place < bytes.endIndex else { return }
            }
            let byte = bytes[place]
            if keptLevel != nil { keep(bytes[place...place]) }
            if isInString { readString(byte) } else { read(byte, found) }
            place += 1
        }
    }

    private static func isSpecialInString(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    var ending: Ending {
        if isForeign { return .foreign }
        if !hasBegun { return .empty }
        guard isOver else { return .cutOff }
        return hasEntries ? .whole : .noEntries
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= mostBytes - kept.count else {
            isTooLarge = true
            return
        }
        kept += bytes
    }

    private mutating func readString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            return
        }
        if level <= 2, name.count <= Self.longestName { name.append(byte) }
    }

    private mutating func read(_ byte: UInt8, _ found: (Part) -> Void) {
        guard hasBegun else { return begin(byte) }
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: break
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(found)
        case UInt8(ascii: ","): isStray = false
        default:
            if byte == UInt8(ascii: "\"") {
                isInString = true
                name.removeAll(keepingCapacity: true)
            }
            if isInEntries, level == 3, !isStray {
                isStray = true
                found(.stray)
            }
        }
    }

    /// A byte order mark may precede the text.
    private mutating func begin(_ byte: UInt8) {
        if byte == UInt8(ascii: "{") {
            hasBegun = true
            level = 1
        } else {
            isForeign = ![0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D, 0x09].contains(byte)
        }
    }

    private mutating func open(_ byte: UInt8) {
        let isObject = byte == UInt8(ascii: "{")
        switch level {
        case 1: isInLog = isObject && name.elementsEqual("log".utf8)
        case 2 where isInLog && !isObject && name.elementsEqual("entries".utf8):
            (isInEntries, hasEntries) = (true, true)
        case 2 where isInLog && isObject && ["creator", "browser"].contains { name.elementsEqual($0.utf8) }:
            beginPart(byte, isTool: true)
        case 3 where isInEntries: beginPart(byte, isTool: false)
        default: break
        }
        level += 1
    }

    private mutating func beginPart(_ byte: UInt8, isTool: Bool) {
        keptLevel = level
        isKeepingTool = isTool
        isTooLarge = false
        kept = [byte]
    }

    private mutating func close(_ found: (Part) -> Void) {
        level -= 1
        if let keptLevel, keptLevel == level {
            self.keptLevel = nil
            if isTooLarge { found(.tooLarge) } else { found(isKeepingTool ? .tool(kept) : .entry(kept)) }
            kept = []
        }
        if level <= 2 { isInEntries = false }
        if level <= 1 { isInLog = false }
        if level <= 0 { isOver = true }
    }
}
