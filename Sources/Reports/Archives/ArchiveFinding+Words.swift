import Archives
import Figures
import Wire

extension ArchiveFinding {
    /// A sentence for a reader.
    var words: String {
        switch self {
        case .cutOff(let entries):
            "The file ends within an entry: what comes before it is shown (\(CountFormat.text(entries, "entry", "entries")))."
        case .packedDamage(let entries):
            "The compressed file is damaged: what comes before the damage is shown (\(CountFormat.text(entries, "entry", "entries")))."
        case .damagedEntry(let number, let why): "Entry \(number) is left out: it is not JSON: \(why)."
        case .largeEntry(let number, let most):
            "Entry \(number) is left out: it is larger than \(ByteFormat.text(most))."
        case .strayEntry(let number): "Entry \(number) is left out: it is not an object."
        case .moreDamage(let entries):
            "\(CountFormat.text(entries, "more entry", "more entries")) could not be read."
        case .noURL(let some): "\(Self.subject(some, "has", "have")) no URL."
        case .untimed(let some):
            "\(Self.subject(some, "lacks", "lack")) a start or a phase, so not all times are known."
        case .unlikeSum(let some):
            "\(Self.subject(some, "has", "have")) phases that do not add up to the stated time."
        case .unordered(let some):
            "\(Self.subject(some, "comes", "come")) after entries that start later: they are shown by start time."
        case .noSize(let some): "\(Self.subject(some, "does", "do")) not give the body's size."
        case .failed(let some, let why):
            "\(Self.subject(some, "got", "got")) no response\(why.map { ": \($0)" } ?? "")."
        case .refused(let some): "\(Self.subject(some, "got", "got")) a status of 400 or more."
        case .cached(let some):
            "\(Self.subject(some, "comes", "come")) from the browser's cache: their times do not involve the network."
        case .settingUp(let some, let time, let all):
            "Names, connections and TLS took \(Self.share(time, all)) of all time, in \(Self.place(some))."
        case .blocked(let some, let time, let all):
            "Waiting for a connection took \(Self.share(time, all)) of all time, in \(Self.place(some))."
        case .uncompressed(let some, let bytes):
            "\(Self.subject(some, "is", "are")) text without compression: \(ByteFormat.text(bytes))."
        case .repeated(let some, let bytes):
            "\(Self.subject(some, "repeats", "repeat")) an earlier fetch: \(ByteFormat.text(bytes))."
        }
    }

    /// The entry that it begins with; nil if it concerns the file.
    var entry: Int? {
        switch self {
        case .cutOff, .packedDamage, .moreDamage: nil
        case .damagedEntry(let number, _), .largeEntry(let number, _), .strayEntry(let number): number
        case .noURL(let some), .untimed(let some), .unlikeSum(let some), .unordered(let some),
            .noSize(let some), .failed(let some, _), .refused(let some), .cached(let some),
            .settingUp(let some, _, _), .blocked(let some, _, _), .uncompressed(let some, _),
            .repeated(let some, _):
            some.first
        }
    }

    private static func subject(_ some: Some, _ one: String, _ several: String) -> String {
        some.count == 1
            ? "Entry \(some.first) \(one)"
            : "\(ByteFormat.grouped(some.count)) entries, the first of them \(some.first), \(several)"
    }

    private static func place(_ some: Some) -> String {
        CountFormat.text(some.count, "exchange")
    }

    private static func share(_ time: Nanoseconds, _ all: Nanoseconds) -> String {
        let share = all > 0 ? Double(time) / Double(all) : 0
        return "\(DurationFormat.text(time)), \(FixedPoint.percent(share, digits: 0))"
    }
}
