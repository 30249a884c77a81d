/// Formats sizes for people, exact to the byte: `1,152,812 B`.
package enum ByteFormat {
    package static func text(_ bytes: Int) -> String {
        grouped(bytes) + " B"
    }

    /// Digits in groups of three.
    package static func grouped(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
