/// A list whose members have preferences: `gzip, br;q=0.8, *;q=0`. All `Accept` fields have this form.
package struct QualityList: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        /// In lower case: a coding, a language, a media range.
        package let value: String
        /// All parameters except `q`.
        package let parameters: [FieldParameter]
        /// In thousandths; 0 means not acceptable.
        package let quality: Int
    }

    /// Further members are not read: nobody has that many preferences.
    package static let limit = 64

    /// In the order of the request.
    package let members: [Member]

    /// nil if there is no such field.
    package init?(_ fields: HTTPFields, _ name: String) {
        guard let value = fields.combined(name) else { return nil }
        self.init(parsing: value)
    }

    /// Malformed members are left out.
    package init(parsing value: String) {
        var scanner = FieldScanner(value)
        var members: [Member] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd, members.count < Self.limit {
            if let member = Self.member(&scanner), scanner.takeMemberEnd() {
                members.append(member)
            } else {
                scanner.skipMember()
            }
            scanner.skipSeparators()
        }
        self.members = members
    }

    private static func member(_ scanner: inout FieldScanner) -> Member? {
        guard var value = scanner.token() else { return nil }
        if scanner.take("/") {
            guard let subtype = scanner.token() else { return nil }
            value += "/" + subtype
        }
        var parameters: [FieldParameter] = []
        var quality: Int?
        while scanner.takeSemicolon() {
            guard let parameter = FieldParameter(&scanner) else { return nil }
            if parameter.name != "q" || quality != nil {
                parameters.append(parameter)
            } else if let stated = thousandths(parameter.value) {
                quality = stated
            } else {
                return nil
            }
        }
        return Member(value: value.lowercased(), parameters: parameters, quality: quality ?? 1000)
    }

    /// `0.75` as 750; nil if it is no number from 0 to 1 with at most three decimals.
    private static func thousandths(_ text: String) -> Int? {
        let digits = ArraySlice(text.utf8.filter { $0 != UInt8(ascii: ".") })
        guard (1...4).contains(digits.count),
            text.utf8.count == 1 || text.utf8.dropFirst().first == UInt8(ascii: "."),
            text.utf8.count <= digits.count + 1,
            let number = HTTPText.number(digits + [UInt8](repeating: 0x30, count: 4 - digits.count))
        else { return nil }
        return number <= 1000 ? number : nil
    }
}
