import HTTP

/// The text of `Date`, written anew once a second. It belongs to one thread.
final class DateText {
    private var date: HTTPDate?
    /// As a field's value, and as a line of HTTP/1.
    private var latest: (text: String, line: [UInt8]) = ("", [])

    func text(_ date: HTTPDate) -> String {
        write(date)
        return latest.text
    }

    func line(_ date: HTTPDate) -> [UInt8] {
        write(date)
        return latest.line
    }

    private func write(_ date: HTTPDate) {
        guard self.date != date else { return }
        let text = date.description
        self.date = date
        latest = (text, Array("Date: \(text)\r\n".utf8))
    }
}
