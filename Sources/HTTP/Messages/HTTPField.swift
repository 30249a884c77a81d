/// One field line of a message, its name in the original spelling.
package struct HTTPField: Hashable, Sendable {
    package var name: String
    /// Without surrounding white space. Bytes above ASCII become ISO 8859-1 characters, so that no byte is
    /// lost.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Checks for names and values that come from outside.
extension HTTPField {
    /// Letters, digits and the punctuation of tokens.
    package static func isName(_ text: String) -> Bool {
        HTTPText.isToken(ArraySlice(text.utf8))
    }

    /// Characters of ISO 8859-1 without controls, no white space at either end.
    package static func isValue(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.allSatisfy { $0.value <= 0xFF && HTTPText.isFieldContent(UInt8($0.value)) }
            && ![" ", "\t"].contains { scalars.first == $0 || scalars.last == $0 }
    }
}
