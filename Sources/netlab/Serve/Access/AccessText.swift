import LinuxIO
import Runs
import Wire

extension AccessEntry {
    /// The combined log format that servers share, and the duration in seconds behind it; `-` where it was cut short.
    var text: String {
        let request = version.map { "\(log.method) \(log.target) \($0)" }
        let words = [
            client.host.description, "-", "-", "[\(Self.date(wall))]", Self.quoted(request),
            log.status == 0 ? "-" : String(log.status), String(log.bodyBytes), Self.quoted(referer),
            Self.quoted(userAgent), duration.map { FixedPoint.text(Double($0) / 1e9, digits: 6) } ?? "-",
        ]
        return words.joined(separator: " ")
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `21/Nov/2026:19:23:52 +0000`
    private static func date(_ wall: Int64) -> String {
        let iso = TimestampFormat.text(wall)
        let day = CalendarDay(daysSince1970: wall.flooredDivision(by: 86_400_000_000_000).quotient)
        return "\(iso.dropFirst(8).prefix(2))/\(months[Int(day.month) - 1])/\(iso.prefix(4)):"
            + "\(iso.dropFirst(11).prefix(8)) +0000"
    }

    /// Whatever a client sent stays on its line and between its quotes, and moves no terminal's cursor.
    private static func quoted(_ text: String?) -> String {
        guard let text else { return "\"-\"" }
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case " "..."~": quoted.unicodeScalars.append(scalar)
            // The characters stand for bytes.
            default:
                quoted +=
                    "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            }
        }
        return "\"\(quoted)\""
    }
}
