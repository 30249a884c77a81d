import Figures
import LinuxIO
import Logs
import Wire

/// Lines in the combined log format of web servers, followed by each request's duration in seconds; `-` if
/// the response was cut short.
///
/// Caches the text that consecutive lines share: the second of the date, and the client's address.
struct AccessText {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Whole lines only.
    private(set) var bytes: [UInt8] = []
    private var second: (number: Int64, text: [UInt8])?
    private var host: (address: IPAddress, text: [UInt8])?

    /// Returns the lines so far and clears them.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    mutating func add(_ entry: AccessEntry) {
        addHost(entry.client.host)
        add(" - - [")
        addDate(entry.wall)
        add("] \"")
        if let version = entry.version {
            addEscaped(entry.log.method)
            add(" ")
            addEscaped(entry.log.target)
            add(" ")
            addEscaped(version)
        } else {
            add("-")
        }
        add("\" ")
        if entry.log.status == 0 { add("-") } else { addNumber(entry.log.status) }
        add(" ")
        addNumber(entry.log.bodyBytes)
        add(" \"")
        addEscaped(entry.referer ?? "-")
        add("\" \"")
        addEscaped(entry.userAgent ?? "-")
        add("\" ")
        addSeconds(entry.duration)
        add("\n")
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func addHost(_ address: IPAddress) {
        if host?.address != address { host = (address, Array(address.description.utf8)) }
        bytes += host?.text ?? []
    }

    /// For example `21/Nov/2026:19:23:52 +0000`.
    private mutating func addDate(_ wall: Int64) {
        let number = wall.flooredDivision(by: 1_000_000_000).quotient
        if second?.number != number { second = (number, Self.date(wall)) }
        bytes += second?.text ?? []
    }

    private static func date(_ wall: Int64) -> [UInt8] {
        let iso = TimestampFormat.text(wall)
        let day = CalendarDay(daysSince1970: wall.flooredDivision(by: 86_400_000_000_000).quotient)
        let text =
            "\(iso.dropFirst(8).prefix(2))/\(months[Int(day.month) - 1])/\(iso.prefix(4)):"
            + "\(iso.dropFirst(11).prefix(8)) +0000"
        return Array(text.utf8)
    }

    /// Writes a non-negative number with at least this many digits.
    private mutating func addNumber(_ number: Int, digits: Int = 1) {
        let first = bytes.count
        var rest = number
        while rest > 0 || bytes.count - first < digits {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[first...].reverse()
    }

    private mutating func addSeconds(_ time: Nanoseconds?) {
        guard let time else { return add("-") }
        let microseconds = Int(max(0, time) + 500) / 1000
        addNumber(microseconds / 1_000_000)
        add(".")
        addNumber(microseconds % 1_000_000, digits: 6)
    }

    /// Escapes a client's text, so that it cannot leave its line or quotes, or move a terminal's cursor.
    private mutating func addEscaped(_ text: String) {
        let isPlain = text.utf8.allSatisfy {
            (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return add(text) }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
            case " "..."~": bytes.append(UInt8(ascii: scalar))
            // Each of these scalars stands for one byte.
            default:
                add("\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true))
            }
        }
    }
}
